import Foundation
import Testing

/// A Python program that simulates an external server and prints its port. It ends with its owner
/// or with this process, because its input ends.
package final class FakeServer: Sendable {
    package let port: Int
    private let process: pid_t
    /// The writing end of its input.
    private let leash: CInt

    /// - Parameters:
    ///   - script: the program's path below Tests.
    ///   - folder: the program's first argument, and the place of its output.
    ///   - python: the interpreter.
    package init(
        _ script: String, in folder: URL, _ arguments: [String] = [], python: String = "python3"
    ) async throws {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw RawSocket.Failure.system("pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: script).path
        let output = folder.appending(path: "port")
        process = Command([python, file, folder.path] + arguments)
            .start(input: ends[0], output: output.path)
        _ = close(ends[0])
        leash = ends[1]
        var port: Int?
        // Python's start shares two cores with all other tests.
        try await eventually("\(script) listens", within: .seconds(180)) {
            let said = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
            port = said.hasSuffix("\n") ? Int(said.dropLast()) : nil
            return port != nil
        }
        self.port = port ?? 0
    }

    deinit {
        _ = close(leash)
        waitpid(process, nil, 0)
    }
}
