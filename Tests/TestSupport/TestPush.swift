import Foundation
import Testing

/// Apple's push service on this machine: HTTP/2 over TLS, by PyPI's h2 (Tests/push/push.py). It asks who calls for a certificate, takes each push
/// unless it was told otherwise, and tells what it saw.
// Unchecked: what changes is in files.
package final class TestPush: @unchecked Sendable {
    package let port: Int
    private let forge: CertificateForge
    private let process: pid_t
    private let leash: CInt

    /// - Parameter authorities: whose certificates it takes, in PEM.
    package init(trusting authorities: [UInt8]) async throws {
        forge = try CertificateForge()
        try forge.issue("root", "/CN=Push Root", by: nil, extensions: CertificateForge.authority)
        try forge.issue(
            "server", "/CN=api.push.apple.com", by: "root",
            extensions: ["subjectAltName=DNS:api.push.apple.com"])
        try Data(authorities).write(to: forge.folder.appending(path: "clients.pem"))
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "push/push.py").path
        let output = forge.folder.appending(path: "port")
        process = Command([try #require(LocalStripe.python), script, forge.folder.path])
            .start(input: ends[0], output: output.path)
        _ = close(ends[0])
        leash = ends[1]
        var port: Int?
        try await eventually("the push service listens") {
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

    /// Whom to trust for it.
    package var authorities: String { forge.folder.appending(path: "root.pem").path }

    /// What a push to this token is answered from now on.
    package func answer(_ token: String, _ status: Int, _ body: String) throws {
        let file = forge.folder.appending(path: "\(token).answer")
        try Data("\(status) \(body)".utf8).write(to: file, options: .atomic)
    }

    /// One push, as it came.
    package struct Seen: Decodable, Sendable {
        /// Connections count from 1.
        package let connection: Int
        package let `protocol`: String?
        /// The pass type in the certificate.
        package let shown: String
        package let headers: [String: String]
        package let body: String

        package var token: String { String(headers[":path"]?.split(separator: "/").last ?? "") }
    }

    package func seen() throws -> [Seen] {
        let file = forge.folder.appending(path: "seen")
        guard let lines = try? Data(contentsOf: file) else { return [] }
        return try lines.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Seen.self, from: $0)
        }
    }
}
