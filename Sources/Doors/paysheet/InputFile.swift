import Glibc

/// A file that the command line names.
struct InputFile {
    let path: String

    /// Reads the whole file; throws if it is longer than `bytesMax`.
    func read(bytesMax: Int) throws -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure() }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: bytesMax + 1)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                let rest = UnsafeMutableRawBufferPointer(rebasing: $0.dropFirst(filled))
                return Glibc.read(file, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure() }
            if count == 0 { break }
            filled += count
        }
        guard filled <= bytesMax else {
            throw CommandFailure.failed("\(path): more than \(bytesMax) bytes")
        }
        return Array(bytes.prefix(filled))
    }

    private func failure() -> CommandFailure {
        CommandFailure.failed("\(path): \(String(cString: strerror(errno)))")
    }
}
