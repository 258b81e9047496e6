extension MasterKeyFile {
    /// Parses the content of a master key file.
    ///
    /// - Parameter isText: true for the environment variable. 32 raw bytes in it are refused,
    ///   because they would be a made-up pass phrase.
    package static func parse(
        _ content: ArraySlice<UInt8>, isText: Bool = false
    ) throws(Failure) -> KeyRing {
        if content.count == KeyRing.masterCount, !isText {
            return KeyRing(masters: [1: try rawKey(content)])
        }
        var keys: [Int32: Secret] = [:]
        var current: Int32?
        let lines = lines(of: content)
        for (line, words) in lines {
            let number: Int32
            switch words.count {
            case 1 where lines.count == 1: number = 1
            case 2: number = try self.number(words[0], line)
            case 3 where words[2].elementsEqual("next".utf8):
                number = try self.number(words[0], line)
            default:
                throw Failure(
                    description: "line \(line): expected NUMBER and 64 hexadecimal digits")
            }
            let key = try hexKey(words[words.count == 1 ? 0 : 1], line)
            if words.count < 3 { current = max(current ?? number, number) }
            guard keys[number] == nil else {
                throw Failure(description: "line \(line): number \(number) is used twice")
            }
            guard !keys.values.contains(key) else {
                throw Failure(description: "line \(line): another number has the same key")
            }
            keys[number] = key
        }
        guard !keys.isEmpty else { throw Failure(description: "the file contains no key") }
        guard let current else {
            throw Failure(
                description: "every key is marked next: one must be without the word next")
        }
        return KeyRing(masters: keys, current: current)
    }

    private static func lines(
        of content: ArraySlice<UInt8>
    ) -> [(number: Int, words: [ArraySlice<UInt8>])] {
        var lines: [(Int, [ArraySlice<UInt8>])] = []
        let split = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in split.enumerated() {
            let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            guard let first = words.first?.first, first != UInt8(ascii: "#") else { continue }
            lines.append((index + 1, words))
        }
        return lines
    }

    private static func number(_ word: ArraySlice<UInt8>, _ line: Int) throws(Failure) -> Int32 {
        guard word.allSatisfy({ 0x30...0x39 ~= $0 }),
            let number = Int32(String(decoding: word, as: UTF8.self)),
            KeyRing.numbers ~= number
        else { throw Failure(description: "line \(line): the number must be from 1 to 65535") }
        return number
    }

    private static func hexKey(_ word: ArraySlice<UInt8>, _ line: Int) throws(Failure) -> Secret {
        guard word.count == KeyRing.masterCount * 2 else {
            throw Failure(
                description:
                    "line \(line): a key must have 64 hexadecimal digits, not \(word.count)")
        }
        guard var bytes = Hex.decode(word) else {
            throw Failure(description: "line \(line): a key must contain only hexadecimal digits")
        }
        defer { bytes.wipe() }
        guard Set(bytes).count > 1 else {
            throw Failure(description: "line \(line): a key must not repeat a single byte")
        }
        return Secret(bytes)
    }

    /// Refuses 32 hexadecimal digits: they are a 16-byte key meant to be read as text.
    private static func rawKey(_ content: ArraySlice<UInt8>) throws(Failure) -> Secret {
        guard !content.allSatisfy({ Hex.value($0) != nil }) else {
            throw Failure(description: "a key must have 64 hexadecimal digits, not 32")
        }
        guard Set(content).count > 1 else {
            throw Failure(description: "a key must not repeat a single byte")
        }
        return Secret(Array(content))
    }
}
