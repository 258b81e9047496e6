import Foundation
import Testing

/// Apple's push service on this machine: HTTP/2 over TLS, by PyPI's h2 (Tests/push/push.py). It asks who calls for a certificate, takes each push
/// unless it was told otherwise, and tells what it saw.
// Unchecked: what changes is in files.
package final class TestPush: @unchecked Sendable {
    package var port: Int { server.port }
    private let forge: CertificateForge
    private let server: PlayedServer

    /// - Parameter authorities: whose certificates it takes, in PEM.
    package init(trusting authorities: [UInt8]) async throws {
        forge = try CertificateForge()
        try forge.issue("root", "/CN=Push Root", by: nil, extensions: CertificateForge.authority)
        try forge.issue(
            "server", "/CN=api.push.apple.com", by: "root",
            extensions: ["subjectAltName=DNS:api.push.apple.com"])
        try Data(authorities).write(to: forge.folder.appending(path: "clients.pem"))
        server = try await PlayedServer(
            "push/push.py", in: forge.folder, python: #require(LocalStripe.python))
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
