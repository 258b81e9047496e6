import Foundation
import Glibc
import HTTPClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TLSTests {
    @Test func `a certificate is accepted if it is trusted and matches the host`() async throws {
        try await withServer { port, certificate in
            let trusting = Client(trusting: certificate)
            let url = "https://localhost:\(port)/"
            let answer = try await trusting.send(Request(.get, url), under: .loopbackAllowed)
            #expect(answer.status == 200)
            await #expect(throws: ClientFault.tls) {
                try await trusting.send(
                    Request(.get, "https://127.0.0.1:\(port)/"), under: .loopbackAllowed)
            }
            await #expect(throws: ClientFault.tls) {
                try await Client().send(Request(.get, url), under: .loopbackAllowed)
            }
            // A policy does not reuse the other policy's open connection.
            await #expect(throws: ClientFault.addressNotAllowed) {
                try await trusting.send(Request(.get, url), under: .publicOnly)
            }
        }
    }

    /// An OpenSSL server with a self-signed certificate for the name localhost.
    private func withServer(
        _ body: (_ port: Int, _ certificate: String) async throws -> Void
    ) async throws {
        let folder = NSTemporaryDirectory() + "paysheet-tls-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (key, certificate) = (folder + "/key.pem", folder + "/certificate.pem")
        try #require(
            Command([
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost", "-days", "1", "-keyout", key, "-out",
                certificate,
            ]).run() == 0)
        let output = folder + "/output"
        // Keep its input open, because the server ends at the end of its input.
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        let server = Command([
            "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key,
            "-www",
        ]).start(input: ends[0], output: output)
        defer {
            kill(server, SIGKILL)
            waitpid(server, nil, 0)
            close(ends[0])
            close(ends[1])
        }
        var port: Int?
        try await eventually("the server listens") {
            let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            port = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }?
                .split(separator: ":").last.flatMap { Int($0) }
            return port != nil
        }
        try await body(try #require(port), certificate)
    }
}
