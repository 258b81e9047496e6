import Foundation
import Testing

/// Apple's push service on this machine: HTTP/2 over TLS, by PyPI's h2 (Tests/push/push.py). It
/// requires client certificates, accepts each push unless the test sets another answer, and records
/// its requests.
// Unchecked: all mutable state is in files.
package final class TestPush: @unchecked Sendable {
    package var port: Int { server.port }
    private let forge: CertificateForge
    private let server: FakeServer

    /// - Parameter authorities: the issuers whose client certificates it accepts, in PEM.
    package init(trusting authorities: [UInt8]) async throws {
        forge = try CertificateForge()
        try forge.issue("root", "/CN=Push Root", by: nil, extensions: CertificateForge.authority)
        try forge.issue(
            "server", "/CN=api.push.apple.com", by: "root",
            extensions: ["subjectAltName=DNS:api.push.apple.com"])
        try Data(authorities).write(to: forge.folder.appending(path: "clients.pem"))
        server = try await FakeServer(
            "push/push.py", in: forge.folder, python: #require(LocalStripe.python))
    }

    /// The authority to trust for this server.
    package var authorities: String { forge.folder.appending(path: "root.pem").path }

    /// Sets the answer to pushes to this token.
    package func answer(_ token: String, _ status: Int, _ body: String) throws {
        let file = forge.folder.appending(path: "\(token).answer")
        try Data("\(status) \(body)".utf8).write(to: file, options: .atomic)
    }

    /// One push as received.
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
