/// Lines `KEY⇥VALUE` in byte order, searched in place.
///
/// They are a megabyte of names, of which one contact needs two or three: loading them into a
/// dictionary would take longer than all other work at start.
struct SortedLines: @unchecked Sendable {
    // Unchecked: the bytes live as long as the process and never change.
    fileprivate let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    static let none = SortedLines(UnsafeBufferPointer(start: nil, count: 0))

    var isEmpty: Bool { bytes.isEmpty }

    /// The value of a key, which must not contain a tab.
    func value(of key: String) -> String? {
        var key = key
        return key.withUTF8 { value(of: $0) }
    }

    func value(of key: UnsafeBufferPointer<UInt8>) -> String? {
        bytes(of: key).map { String(decoding: $0, as: UTF8.self) }
    }

    func contains(_ key: String) -> Bool { bytes(of: key) != nil }

    /// The bytes of the key's value, in place.
    func bytes(of key: String) -> Slice<UnsafeBufferPointer<UInt8>>? {
        var key = key
        return key.withUTF8 { bytes(of: $0) }
    }

    private func bytes(
        of key: UnsafeBufferPointer<UInt8>
    ) -> Slice<UnsafeBufferPointer<UInt8>>? {
        var (low, high) = (0, bytes.count)
        while low < high {
            var start = (low + high) / 2
            while start > low, bytes[start - 1] != newline { start -= 1 }
            let end = end(of: start)
            switch compare(key, start) {
            case 0:
                return bytes[(start + key.count + 1)..<end]
            case ..<0: high = start
            default: low = end + 1
            }
        }
        return nil
    }

    /// The values of all keys that begin so.
    func values(beginningWith prefix: [UInt8]) -> [String] {
        var (low, high) = (0, bytes.count)
        while low < high {
            var start = (low + high) / 2
            while start > low, bytes[start - 1] != newline { start -= 1 }
            if bytes[start..<end(of: start)].lexicographicallyPrecedes(prefix) {
                low = end(of: start) + 1
            } else {
                high = start
            }
        }
        var found: [String] = []
        while low < bytes.count, bytes[low..<end(of: low)].starts(with: prefix) {
            let line = bytes[low..<end(of: low)]
            let value = line.drop { $0 != tabulator }.dropFirst()
            found.append(String(decoding: value, as: UTF8.self))
            low += line.count + 1
        }
        return found
    }

    /// Less than zero if the key sorts before the line's key, zero if they are equal.
    private func compare(_ key: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        for (index, byte) in key.enumerated() {
            let other = bytes[start + index]
            if other != byte { return other == tabulator ? 1 : Int(byte) - Int(other) }
        }
        return bytes[start + key.count] == tabulator ? 0 : -1
    }

    fileprivate func end(of start: Int) -> Int {
        var end = start
        while bytes[end] != newline { end += 1 }
        return end
    }

    private let newline = UInt8(ascii: "\n")
    private let tabulator = UInt8(ascii: "\t")
}

/// Iterates over the lines, each as its columns.
extension SortedLines: Sequence {
    struct Iterator: IteratorProtocol {
        private let lines: SortedLines
        private var start = 0

        fileprivate init(_ lines: SortedLines) { self.lines = lines }

        mutating func next() -> [Substring]? {
            guard start < lines.bytes.count else { return nil }
            let end = lines.end(of: start)
            defer { start = end + 1 }
            return String(decoding: lines.bytes[start..<end], as: UTF8.self)
                .split(separator: "\t", omittingEmptySubsequences: false)
        }
    }

    func makeIterator() -> Iterator { Iterator(self) }
}
