import Foundation
import Testing

/// A real TLS server on 127.0.0.1 that asks for client certificates from its own authority and
/// records its requests: `Tests/gateway/gateway.py`. OpenSSL's command line generates keys and
/// certificates.
///
/// It ends with its owner, or with this process.
// Unchecked: all mutable state is in files.
package final class TestGateway: @unchecked Sendable {
    package let folder: URL
    package var port: Int { server.port }
    private let server: FakeServer

    /// The names in its certificate.
    package static let names = [
        "localhost", "apple-pay-gateway.apple.com", "apple-pay-gateway-cert.apple.com",
        "cn-apple-pay-gateway.apple.com", "apple-pay-gateway-nc-pod3.apple.com",
    ]

    /// - Parameters:
    ///   - requiresCertificate: whether it refuses a client without a certificate; otherwise it
    ///     records that there was none.
    ///   - others: further authorities whose certificates it accepts, in PEM.
    package init(requiresCertificate: Bool = true, trusting others: [UInt8] = []) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "paysheet-gateway-\(UUID().uuidString)")
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.issue("root", in: folder, by: nil, "basicConstraints=critical,CA:TRUE")
        try Self.issue("issuer", in: folder, by: "root", "basicConstraints=critical,CA:TRUE")
        let names = Self.names.map { "DNS:\($0)" }.joined(separator: ",")
        try Self.issue("server", in: folder, by: "root", "subjectAltName=\(names)")
        let own = try Data(contentsOf: folder.appending(path: "root.pem"))
        try (own + Data(others)).write(to: folder.appending(path: "clients.pem"))
        server = try await FakeServer(
            "gateway/gateway.py", in: folder, [requiresCertificate ? "required" : "optional"])
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The authority to trust for this server only.
    package var authorities: String { folder.appending(path: "root.pem").path }

    /// A certificate that it accepts, followed by the intermediate that leads to its authority.
    package func issue(_ name: String) throws -> (certificates: [UInt8], privateKey: [UInt8]) {
        try Self.issue(name, in: folder, by: "issuer", "extendedKeyUsage=clientAuth")
        return (try read("\(name).pem") + read("issuer.pem"), try read("\(name).key"))
    }

    /// A certificate that no trusted authority issued.
    package func forge(_ name: String) throws -> (certificates: [UInt8], privateKey: [UInt8]) {
        try Self.issue("\(name)-forged", in: folder, by: nil, "basicConstraints=CA:FALSE")
        return (try read("\(name)-forged.pem"), try read("\(name)-forged.key"))
    }

    /// The private key of a certificate, encrypted with a password.
    package func lock(_ name: String) throws -> [UInt8] {
        let status = Command([
            "env", "-C", folder.path, "openssl", "pkcs8", "-topk8", "-in", "\(name).key", "-out",
            "\(name).locked", "-passout", "pass:swordfish",
        ]).run()
        guard status == 0 else { throw RawSocket.Failure.system("openssl pkcs8", status) }
        return try read("\(name).locked")
    }

    /// Sets all bytes of the answer to the client with this certificate.
    package func answer(_ name: String, _ bytes: String) throws {
        try Data(bytes.utf8).write(to: folder.appending(path: "\(name).answer"), options: .atomic)
    }

    /// The same from a status and a body.
    package func answer(
        _ name: String, _ status: Int, _ body: String, _ headers: String = ""
    ) throws {
        try answer(
            name,
            "HTTP/1.1 \(status) X\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    /// Sets the answer to requests about merchant tokens whose path has this end.
    package func setTokenAnswer(_ end: String, _ status: Int, _ body: String) throws {
        let whole = "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        try Data(whole.utf8).write(to: folder.appending(path: "\(end).token"), options: .atomic)
    }

    /// Sets the delay of the answer to the client with this certificate.
    package func wait(_ name: String, seconds: Int) throws {
        try Data("\(seconds)".utf8).write(to: folder.appending(path: "\(name).wait"))
    }

    /// The session of its default answer, byte for byte.
    package static func session(of name: String, for domain: String) -> [UInt8] {
        Array(
            #"""
            { "epochTimestamp" : 1.0e3,"merchantSessionIdentifier":"SSH\u0041-\#(name)",
             "nonce":"\/",  "domainName" : "\#(domain)","retries":0,"pspId":"" }

            """#.utf8)
    }

    /// One request as received.
    package struct Seen: Decodable, Sendable {
        /// Connections count from 1.
        package let connection: Int
        /// True if TLS resumed an earlier session.
        package let resumed: Bool
        /// The name in the certificate; empty without one.
        package let shown: String
        /// The server name in TLS (SNI).
        package let server: String?
        package let line: String
        package let headers: [String: String]
        package let body: String
    }

    package func seen() throws -> [Seen] {
        guard let lines = try? read("seen") else { return [] }
        return try lines.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Seen.self, from: Data($0))
        }
    }

    /// Number of connections, including failed ones.
    package var connections: Int { (try? read("connections"))?.count ?? 0 }

    private func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    private static func issue(
        _ name: String, in folder: URL, by issuer: String?, _ extensions: String
    ) throws {
        let new = [
            "openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", "\(name).key", "-subj", "/CN=\(name)", "-days", "2", "-addext", extensions,
        ]
        let signed =
            issuer.map { ["-CA", "\($0).pem", "-CAkey", "\($0).key", "-out", "\(name).pem"] }
            ?? ["-out", "\(name).pem"]
        let status = Command(["env", "-C", folder.path] + new + ["-x509"] + signed).run()
        guard status == 0 else { throw RawSocket.Failure.system("openssl \(name)", status) }
    }
}
