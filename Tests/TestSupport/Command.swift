import Glibc

/// Runs a program of the system; its output goes to a file or is discarded.
///
/// It replaces Foundation's Process, whose child counts as ended only when it closes a socket,
/// which a daemon left behind by the child keeps open.
package struct Command: Sendable {
    package let words: [String]

    package init(_ words: [String]) { self.words = words }

    /// Waits for the end.
    ///
    /// - Returns: the exit status, or 128 plus the signal's number.
    @discardableResult
    package func run(output: String = "/dev/null") -> CInt {
        var status: CInt = 0
        let child = start(input: nil, output: output)
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    }

    /// Starts the program. Its input is the given descriptor, or /dev/null.
    ///
    /// - Returns: its process id.
    package func start(input: CInt?, output: String = "/dev/null") -> pid_t {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        if let input {
            posix_spawn_file_actions_adddup2(&files, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_addopen(&files, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        posix_spawn_file_actions_adddup2(&files, 1, 2)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        // Threads of the concurrency runtime block every signal, and a child would inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var child = pid_t()
        let failure = posix_spawnp(&child, words[0], &files, &attributes, arguments, environ)
        precondition(failure == 0, "\(words[0]) does not start: error \(failure)")
        return child
    }

    /// The project's own program, beside the tests.
    package static let paysheet: String = {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        let tests = String(
            decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return tests.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/paysheet"
    }()
}
