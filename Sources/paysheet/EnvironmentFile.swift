import Glibc

/// A file of `NAME=value` lines with secrets, which a shell reads; for its owner alone.
struct EnvironmentFile {
    let path: String

    /// More than any file that is written here.
    private static let bytesMax = 65_536

    /// Its text; nil where there is none.
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

    /// Replaces or adds one line; the others stay as they are.
    func set(_ name: String, to value: String, in text: String) throws {
        guard EnvironmentFile.value(of: name, in: text) != value else { return }
        let others = text.split(separator: "\n").filter { !$0.hasPrefix(name + "=") }
        try draft().keep((["\(name)=\(value)"] + others + [""]).joined(separator: "\n"))
    }

    /// Keeps what is there beside: the place that its keys are for may come back.
    func moveAside() throws {
        guard rename(path, path + ".other") == 0 else { throw failure() }
    }

    /// An empty file beside, which takes the place of this one when it is whole.
    func draft() throws -> Draft {
        let beside = "\(path).new-\(getpid())"
        let descriptor = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        return Draft(file: self, beside: beside, descriptor: descriptor)
    }

    /// Goes away unless it was kept.
    struct Draft: ~Copyable {
        let file: EnvironmentFile
        let beside: String
        let descriptor: CInt

        func keep(_ text: String) throws {
            let bytes = Array(text.utf8)
            // For the owner alone, whatever the umask says.
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
