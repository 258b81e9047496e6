import Glibc
import TestSupport
import Testing

/// A command of the executable that runs until it is stopped.
struct RunningCommand: Sendable {
    private let process: pid_t
    private let output: String

    /// What `timeout` ends by itself, if this process should die.
    private static let secondsMax = "100"

    init(_ arguments: [String], in folder: String, _ environment: [String] = []) {
        output = folder + "/said-\(UInt32.random(in: 0 ... .max))"
        // It has no database to talk to.
        process = Command(
            ["/usr/bin/env"] + RunningServer.words("host=/nowhere", folder) + environment
                + ["timeout", Self.secondsMax, Command.paysheet] + arguments
        ).start(input: nil, output: output)
    }

    var lines: [String] {
        RunningServer.text(of: output).split(separator: "\n").map(String.init)
    }

    /// Its lines, once there are so many.
    func lines(_ count: Int) async throws -> [String] {
        try await eventually("\(count) lines were said") { lines.count >= count }
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
