import Glibc

/// A file of `NAME=value` lines with secrets, which a shell reads; only its owner may read it.
struct EnvironmentFile {
    let path: String

    /// More than any file that this program writes.
    private static let bytesMax = 65_536

    /// Reads its text; nil if the file does not exist.
    func read() throws -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: EnvironmentFile.bytesMax)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw failure() }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    static func value(of name: String, in text: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(name + "=") }
            .map { String($0.dropFirst(name.count + 1)) }
    }

    /// Replaces or adds one line; the other lines stay as they are.
    func set(_ name: String, to value: String, in text: String) throws {
        guard EnvironmentFile.value(of: name, in: text) != value else { return }
        let others = text.split(separator: "\n").filter { !$0.hasPrefix(name + "=") }
        try draft().commit((["\(name)=\(value)"] + others + [""]).joined(separator: "\n"))
    }

    /// Renames the file instead of deleting it: the server that its keys are for may come back.
    func moveAside() throws {
        guard rename(path, path + ".other") == 0 else { throw failure() }
    }

    /// Creates an empty file beside this one, which replaces it when it is complete.
    func draft() throws -> Draft {
        let beside = "\(path).new-\(getpid())"
        let descriptor = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        return Draft(file: self, beside: beside, descriptor: descriptor)
    }

    /// A new version of the file, deleted unless it is committed.
    struct Draft: ~Copyable {
        let file: EnvironmentFile
        let beside: String
        let descriptor: CInt

        func commit(_ text: String) throws {
            let bytes = Array(text.utf8)
            // Only the owner may read it, independent of the umask.
            guard fchmod(descriptor, 0o600) == 0,
                write(descriptor, bytes, bytes.count) == bytes.count,
                rename(beside, file.path) == 0
            else { throw file.failure() }
        }

        deinit {
            close(descriptor)
            unlink(beside)
        }
    }

    private func failure() -> CommandFailure {
        .failed("\(path): \(String(cString: strerror(errno)))")
    }
}
