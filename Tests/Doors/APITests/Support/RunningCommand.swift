import Glibc
import TestSupport
import Testing

/// A command of the executable that runs until it is stopped.
struct RunningCommand: Sendable {
    private let process: pid_t
    private let output: String

    /// After this many seconds `timeout` ends the command, even if this process has died.
    private static let secondsMax = "100"

    init(_ arguments: [String], in folder: String, _ environment: [String] = []) {
        output = folder + "/said-\(UInt32.random(in: 0 ... .max))"
        // The command has no database.
        process = Command(
            ["/usr/bin/env"] + RunningServer.words("host=/nowhere", folder) + environment
                + ["timeout", Self.secondsMax, Command.paysheet] + arguments
        ).start(input: nil, output: output)
    }

    var lines: [String] {
        RunningServer.text(of: output).split(separator: "\n").map(String.init)
    }

    /// Returns the lines as soon as there are at least `count`.
    func lines(_ count: Int) async throws -> [String] {
        try await eventually("\(count) lines were printed") { lines.count >= count }
        return lines
    }

    func stop() async throws {
        let process = process
        _ = try await offPool {
            var status: CInt = 0
            kill(process, SIGTERM)
            while waitpid(process, &status, 0) < 0 && errno == EINTR {}
            return status
        }
    }
}
