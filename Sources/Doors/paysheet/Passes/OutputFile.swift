import Glibc

/// A file that a command writes completely or not at all, and never over one of its own inputs.
struct OutputFile {
    let path: String

    /// Refuses an existing path that is not a regular file, one of the inputs, and a path in an
    /// input folder.
    func requireNew(besides inputs: [String], outside folder: String? = nil) throws {
        var state = stat()
        guard lstat(path, &state) == 0 || errno == ENOENT else { throw failure() }
        if lstat(path, &state) == 0 {
            guard state.st_mode & S_IFMT == S_IFREG else {
                throw CommandFailure.failed("\(path): already exists and is not a regular file")
            }
            for input in inputs where Self.isSame(state, input) {
                throw CommandFailure.failed("\(path): this is the input file \(input)")
            }
        }
        guard let folder else { return }
        var above = Self.above(path)
        for _ in 0..<64 {
            guard stat(above, &state) == 0 else { return }
            if Self.isSame(state, folder) {
                throw CommandFailure.failed("\(path): this is inside the input folder \(folder)")
            }
            if Self.isSame(state, "/") { return }
            above += "/.."
        }
    }

    private static func isSame(_ state: stat, _ path: String) -> Bool {
        var other = stat()
        return stat(path, &other) == 0 && other.st_ino == state.st_ino
            && other.st_dev == state.st_dev
    }

    private static func above(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    func write(_ bytes: [UInt8]) throws {
        let beside = "\(path).new-\(getpid())"
        let file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw failure() }
        defer { close(file) }
        var place = 0
        while place < bytes.count {
            let count = bytes[place...].withUnsafeBytes {
                Glibc.write(file, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(removing: beside) }
            place += count
        }
        guard rename(beside, path) == 0 else { throw failure(removing: beside) }
    }

    private func failure(removing beside: String? = nil) -> CommandFailure {
        let reason = String(cString: strerror(errno))
        if let beside { unlink(beside) }
        return CommandFailure.failed("\(path): \(reason)")
    }
}
