import Glibc
import Postgres
import TestSupport
import Testing

/// The real executable, which a test may kill at any moment and start again.
struct RunningServer: Sendable {
    let port: UInt16
    let process: pid_t
    /// The writing end of a pipe: if this process dies, a shell kills the server.
    private let leash: CInt

    /// - Parameter folder: Holds the master keys and the server's output.
    static func start(
        on connection: String, in folder: String, _ environment: [String] = []
    ) async throws -> RunningServer {
        let output = folder + "/said-\(UInt32.random(in: 0 ... .max))"
        let process = Command(
            ["/usr/bin/env"] + words(connection, folder) + ["PORT=0"] + environment
                + [Command.paysheet, "serve"]
        ).start(input: nil, output: output)
        let leash = hold(process)
        do {
            return RunningServer(
                port: try await port(saidIn: output, by: process), process: process, leash: leash)
        } catch {
            end(process, leash, SIGKILL)
            throw error
        }
    }

    /// Only the workers, as `paysheet work` runs them; they have no port.
    static func startWorkers(on connection: String, in folder: String) -> RunningServer {
        let process = Command(
            ["/usr/bin/env"] + words(connection, folder) + [Command.paysheet, "work"]
        )
        .start(input: nil, output: folder + "/said")
        return RunningServer(port: 0, process: process, leash: hold(process))
    }

    /// Runs a command of the executable to its end.
    static func run(_ arguments: [String], on connection: String, in folder: String) -> CInt {
        Command(["/usr/bin/env"] + words(connection, folder) + [Command.paysheet] + arguments)
            .run(output: folder + "/said")
    }

    /// The exit status of a command of the executable, and its output.
    struct Ended: Sendable {
        let status: CInt
        let text: String

        var lines: [String] { text.split(separator: "\n").map(String.init) }
    }

    static func end(
        of arguments: [String], on connection: String, in folder: String,
        _ environment: [String] = []
    ) -> Ended {
        let output = folder + "/said-\(UInt32.random(in: 0 ... .max))"
        // `timeout` ends a server that starts although it should not, with status 124.
        let status = Command(
            ["/usr/bin/env"] + words(connection, folder) + environment
                + ["timeout", "20", Command.paysheet] + arguments
        ).run(output: output)
        return Ended(status: status, text: text(of: output))
    }

    /// Ends the process without a warning, as `kill -9` does.
    func kill() { RunningServer.end(process, leash, SIGKILL) }

    /// Sends SIGTERM and waits for the end.
    ///
    /// - Returns: The status from `waitpid`, which is 0 after a clean exit.
    @discardableResult
    func stop() async throws -> CInt {
        let (process, leash) = (process, leash)
        return try await offPool {
            _ = Glibc.kill(process, SIGTERM)
            guard waits(for: process, seconds: Self.stopSecondsMax) else {
                Issue.record("a process did not stop after SIGTERM")
                return RunningServer.end(process, leash, SIGKILL)
            }
            return RunningServer.end(process, leash, 0)
        }
    }

    /// Longer than the server's own limit, and short enough that the test ends in time.
    private static let stopSecondsMax = 45

    /// Returns true if the process ends in time; its status stays available to the next `waitpid`.
    private func waits(for process: pid_t, seconds: Int) -> Bool {
        for _ in 0..<(seconds * 200) {
            var state = siginfo_t()
            let result = waitid(P_PID, id_t(process), &state, WEXITED | WNOHANG | WNOWAIT)
            if result == 0 && state.si_signo == SIGCHLD { return true }
            _ = usleep(5_000)
        }
        return false
    }

    @discardableResult
    private static func end(_ process: pid_t, _ leash: CInt, _ signal: CInt) -> CInt {
        var status: CInt = 0
        _ = Glibc.kill(process, signal)
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        _ = write(leash, "ended\n", 6)
        _ = close(leash)
        return status
    }

    static func words(_ connection: String, _ folder: String) -> [String] {
        [
            "DATABASE_URL=\(connection)", "PAYSHEET_CONNECTIONS=4",
            "PAYSHEET_MASTER_KEY_FILE=\(folder)/keys",
        ]
    }

    private static func hold(_ process: pid_t) -> CInt {
        var ends: [CInt] = [0, 0]
        precondition(pipe(&ends) == 0, "no pipe")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let script =
            "trap '' INT TERM HUP; read word; [ \"$word\" = ended ] || kill -9 \(process)"
        _ = Command(["/bin/sh", "-c", script]).start(input: ends[0])
        _ = close(ends[0])
        return ends[1]
    }

    private static func port(saidIn file: String, by process: pid_t) async throws -> UInt16 {
        for _ in 0..<3000 {
            if let line = text(of: file).split(separator: "\n").first(where: {
                $0.hasPrefix("paysheet: listening on ")
            }), let port = line.split(separator: ":").last.flatMap({ UInt16($0) }) {
                return port
            }
            if waitpid(process, nil, WNOHANG) != 0 { break }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw NotStarted(said: text(of: file))
    }

    static func text(of file: String) -> String {
        guard let stream = fopen(file, "r") else { return "" }
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, stream)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    struct NotStarted: Error { let said: String }
}

/// Runs the body with a temporary folder, and deletes the folder afterwards.
func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    var template = Array("/tmp/paysheet-crash-XXXXXX".utf8CString)
    let isMade = template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) != nil }
    precondition(isMade, "no temporary folder")
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { Command(["rm", "-rf", folder]).run() }
    return try await body(folder)
}
