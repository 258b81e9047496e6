import Glibc
import Threads

/// Lines of standard input, one at a time, because a list may be longer than the memory.
struct InputLines {
    private let lineBytesMax: Int
    private var buffer: [UInt8] = []
    private var place = 0
    private var isAtEnd = false
    /// The number of bytes read so far.
    private(set) var bytesRead = 0
    private static let chunk = 65_536

    init(lineBytesMax: Int) { self.lineBytesMax = lineBytesMax }

    /// The next line; nil at the end, and `.some(nil)` for a line that was too long and was
    /// skipped.
    mutating func next() throws -> [UInt8]?? {
        var isTooLong = false
        while true {
            if let end = buffer[place...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { place = end + 1 }
                return .some(isTooLong || end - place > lineBytesMax ? nil : trimmed(place..<end))
            }
            if buffer.count - place > lineBytesMax {
                isTooLong = true
                place = buffer.count
            }
            guard !isAtEnd else {
                guard isTooLong || place < buffer.count else { return nil }
                defer { place = buffer.count }
                return .some(isTooLong ? nil : trimmed(place..<buffer.count))
            }
            try fill()
        }
    }

    /// Removes blanks around the line, and the carriage return of another system.
    private func trimmed(_ range: Range<Int>) -> [UInt8] {
        var line = buffer[range]
        while let last = line.last, last <= 0x20 { line.removeLast() }
        while let first = line.first, first <= 0x20 { line.removeFirst() }
        return Array(line)
    }

    private mutating func fill() throws {
        buffer.removeFirst(place)
        place = 0
        let before = buffer.count
        let isAtStart = bytesRead == 0
        buffer.append(contentsOf: repeatElement(0, count: Self.chunk))
        let count = buffer.withUnsafeMutableBytes { bytes in
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes.dropFirst(before))
            return read(STDIN_FILENO, rest.baseAddress, rest.count)
        }
        buffer.removeLast(Self.chunk - max(0, count))
        bytesRead += max(0, count)
        if count == 0 { isAtEnd = true }
        guard count >= 0 || errno == EINTR else {
            throw CommandFailure(
                description: "the contacts cannot be read: \(String(cString: strerror(errno)))",
                status: 1)
        }
        // Spreadsheets put a byte order mark before the first line.
        if isAtStart, buffer.starts(with: [0xEF, 0xBB, 0xBF]) { buffer.removeFirst(3) }
    }
}

/// Lines of standard output, written in blocks: a system call for each would take longer than the
/// work.
struct OutputLines {
    private var bytes: [UInt8] = []
    private static let flushedAt = 65_536

    mutating func add(_ line: [UInt8]) throws {
        bytes += line
        bytes.append(UInt8(ascii: "\n"))
        if bytes.count >= Self.flushedAt { try flush() }
    }

    mutating func flush() throws {
        var place = 0
        while place < bytes.count {
            let count = bytes[place...].withUnsafeBytes {
                write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            guard count > 0 || errno == EINTR else {
                throw CommandFailure(
                    description:
                        "the results cannot be written: \(String(cString: strerror(errno)))",
                    status: 1)
            }
            place += max(0, count)
        }
        bytes.removeAll(keepingCapacity: true)
    }
}

/// Shows progress through a list, on a terminal only: a bar if the input is a file, else a count.
struct LineProgress {
    private(set) var count = 0
    private var shown: Int64 = 0
    private let isTerminal = isatty(STDERR_FILENO) == 1
    /// The input's size; nil for a pipe.
    private let inputBytes = LineProgress.sizeOfInput()

    mutating func step(bad: Int, bytesRead: Int) {
        count += 1
        guard isTerminal, count % 256 == 0 else { return }
        let tenths = monotonicMicroseconds() / 100_000
        guard tenths != shown else { return }
        shown = tenths
        writeStatus("\r\(bar(bytesRead))\(count) contacts, \(bad) unreadable")
    }

    mutating func end() {
        if isTerminal, shown != 0 { writeStatus("\r\u{1B}[K") }
    }

    private func bar(_ bytesRead: Int) -> String {
        guard let inputBytes, inputBytes > 0 else { return "" }
        let twentieths = min(20, bytesRead * 20 / inputBytes)
        return "[" + String(repeating: "#", count: twentieths)
            + String(repeating: "·", count: 20 - twentieths) + "] "
    }

    private static func sizeOfInput() -> Int? {
        var file = stat()
        guard fstat(STDIN_FILENO, &file) == 0, file.st_mode & S_IFMT == S_IFREG else { return nil }
        return file.st_size
    }
}

/// Writes a text about progress or the outcome, which is no part of the output.
func writeStatus(_ text: String) {
    let bytes = Array(text.utf8)
    write(STDERR_FILENO, bytes, bytes.count)
}
