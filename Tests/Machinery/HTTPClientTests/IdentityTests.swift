import HTTPClient
import TestSupport
import Testing

/// Requests with a client certificate, against a real server that demands one.
@Suite(.timeLimit(.minutes(5))) struct IdentityTests {
    private static let host = "https://apple-pay-gateway.apple.com/"

    private static func identity(
        _ pair: (certificates: [UInt8], privateKey: [UInt8])
    ) -> ClientIdentity {
        pair.privateKey.withUnsafeBytes {
            ClientIdentity(certificates: pair.certificates, privateKey: $0)
        }
    }

    private static func client(of gateway: TestGateway) -> Client {
        Client(trusting: gateway.authorities, by: ConnectOverride("127.0.0.1:\(gateway.port)"))
    }

    private static func fault(
        _ identity: ClientIdentity?, at gateway: TestGateway, _ url: String = host
    ) async -> ClientFault? {
        do {
            _ = try await client(of: gateway).send(
                Request(.post, url, as: identity), under: .publicOrOverride)
            return nil
        } catch { return error }
    }

    @Test func `the server sees the certificate and the requested name`() async throws {
        let gateway = try await TestGateway()
        let toast = Self.identity(try gateway.issue("toast"))
        let answer = try await Self.client(of: gateway).send(
            Request(.post, Self.host + "a", body: Array("{}".utf8), as: toast),
            under: .publicOrOverride)
        #expect(answer.status == 200)
        let seen = try #require(try gateway.seen().first)
        #expect(seen.shown == "toast")
        #expect(seen.server == "apple-pay-gateway.apple.com")
        #expect(seen.headers["host"] == "apple-pay-gateway.apple.com")
        #expect(seen.line == "POST /a HTTP/1.1")
    }

    @Test func `a client without a certificate, or with a forged one, is refused`() async throws {
        let gateway = try await TestGateway()
        let forged = Self.identity(try gateway.forge("toast"))
        for identity in [nil, forged] {
            let fault = try #require(await Self.fault(identity, at: gateway))
            #expect([.tls, .broken].contains(fault))
        }
        #expect(try gateway.seen().isEmpty)
        #expect(gateway.connections == 2)
    }

    @Test func `a connection serves one request of an identity and is never reused`()
        async throws
    {
        let gateway = try await TestGateway(requiresCertificate: false)
        let (toast, jam) = (
            Self.identity(try gateway.issue("toast")), Self.identity(try gateway.issue("jam"))
        )
        let client = Self.client(of: gateway)
        let order: [(String, ClientIdentity?)] = [
            ("", nil), ("toast", toast), ("toast", toast), ("jam", jam), ("", nil),
            ("toast", toast),
            ("jam", jam), ("", nil),
        ]
        for (_, identity) in order {
            _ = try await client.send(
                Request(.post, Self.host, as: identity), under: .publicOrOverride)
        }
        let seen = try gateway.seen()
        #expect(seen.map(\.shown) == order.map(\.0))
        #expect(seen.map(\.connection) == [1, 2, 3, 4, 1, 5, 6, 1])
        #expect(seen.allSatisfy { !$0.resumed })
    }

    @Test func `concurrent identities never share a connection`() async throws {
        let gateway = try await TestGateway(requiresCertificate: false)
        let identities: [(String, ClientIdentity?)] = [
            ("toast", Self.identity(try gateway.issue("toast"))),
            ("jam", Self.identity(try gateway.issue("jam"))), ("", nil),
        ]
        let client = Self.client(of: gateway)
        let (rounds, each) = (3, 8)
        for _ in 0..<rounds {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (name, identity) in (0..<each).flatMap({ _ in identities }) {
                    group.addTask {
                        let answer = try await client.send(
                            Request(.post, Self.host, headers: [("X-Who", name)], as: identity),
                            under: .publicOrOverride)
                        #expect(answer.status == 200)
                    }
                }
                try await group.waitForAll()
            }
        }
        let seen = try gateway.seen()
        #expect(seen.count == rounds * each * identities.count)
        #expect(seen.allSatisfy { $0.shown == $0.headers["x-who"] })
        let connections = seen.filter { !$0.shown.isEmpty }.map(\.connection)
        #expect(Set(connections).count == connections.count)
    }

    @Test func `a key that is encrypted, unreadable or of another certificate is refused`()
        async throws
    {
        let gateway = try await TestGateway()
        let (toast, jam) = (try gateway.issue("toast"), try gateway.issue("jam"))
        let locked = try gateway.lock("jam")
        let pairs = [
            (toast.certificates, jam.privateKey), (jam.certificates, locked),
            (toast.certificates, Array("-----BEGIN".utf8)), (toast.certificates, []),
            ([], toast.privateKey), (toast.privateKey, toast.privateKey),
        ]
        for (certificates, privateKey) in pairs {
            let identity = Self.identity((certificates, privateKey))
            #expect(await Self.fault(identity, at: gateway) == .badIdentity)
        }
        #expect(try gateway.seen().isEmpty)
    }

    @Test func `a client never shows a certificate without TLS`() async throws {
        let gateway = try await TestGateway()
        let toast = Self.identity(try gateway.issue("toast"))
        await #expect(throws: ClientFault.insecure) {
            try await Client().send(
                Request(.post, "http://127.0.0.1:\(gateway.port)/", as: toast),
                under: .loopbackAllowed)
        }
        #expect(gateway.connections == 0)
    }

    @Test func `an identity is never printed`() {
        let identity = Self.identity((Array("swordfish".utf8), Array("tunafish".utf8)))
        var dumped = ""
        dump(Request(.get, "https://shop.example", as: identity), to: &dumped)
        for text in ["\(identity)", String(reflecting: identity), dumped] {
            #expect(!text.contains("fish"))
            #expect(!text.contains("115"))
        }
    }
}
