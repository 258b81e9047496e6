import Foundation
import Testing

/// A Python program that plays somebody else's server, and prints its port. It ends with its owner, or with this process: its input does.
package final class PlayedServer: Sendable {
    package let port: Int
    private let process: pid_t
    /// The writing end of its input.
    private let leash: CInt

    /// - Parameters:
    ///   - script: below Tests.
    ///   - python: which one; any that the machine has where it is left away.
    ///   - folder: what it is given first, and where its output goes.
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
        try await eventually("\(script) listens") {
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
