import TestSupport
import Testing

@testable import HTTPClient

@Suite(.timeLimit(.minutes(5))) struct ConnectOverrideTests {
    private static let host = "https://apple-pay-gateway.apple.com/"

    private static func fault(
        _ client: Client, _ url: String, under policy: Policy
    ) async -> ClientFault? {
        do {
            _ = try await client.send(Request(.get, url), under: policy)
            return nil
        } catch { return error }
    }

    @Test func `a client reaches this machine only through the connect override`()
        async throws
    {
        let gateway = try await TestGateway(requiresCertificate: false)
        let directed = Client(
            trusting: gateway.authorities, by: ConnectOverride("127.0.0.1:\(gateway.port)"))
        #expect(await Self.fault(directed, Self.host, under: .publicOrOverride) == nil)
        #expect(gateway.connections == 1)
        let straight = Client(trusting: gateway.authorities)
        for name in ["127.0.0.1", "localhost"] {
            let url = "https://\(name):\(gateway.port)/"
            for policy in [Policy.publicOnly, .publicOrOverride] {
                #expect(await Self.fault(straight, url, under: policy) == .addressNotAllowed)
            }
        }
        let address = "https://127.0.0.1:\(gateway.port)/"
        #expect(
            await Self.fault(directed, address, under: .publicOrOverride) == .addressNotAllowed)
        #expect(gateway.connections == 1)
    }

    @Test func `a request for another policy ignores the connect override`() async throws {
        let gateway = try await TestGateway(requiresCertificate: false)
        let client = Client(
            trusting: gateway.authorities, by: ConnectOverride("127.0.0.1:\(gateway.port)"))
        // RFC 6761: .invalid never resolves without the override.
        let url = "https://paysheet.invalid/"
        #expect(await Self.fault(client, url, under: .publicOnly) == .nameNotFound)
        #expect(await Self.fault(client, url, under: .loopbackAllowed) == .nameNotFound)
        #expect(gateway.connections == 0)
        #expect(await Self.fault(client, url, under: .publicOrOverride) == .tls)
        #expect(gateway.connections == 1)
    }

    @Test func `an overriding server needs a certificate for the host name`() async throws {
        let gateway = try await TestGateway(requiresCertificate: false)
        let connectOverride = ConnectOverride("127.0.0.1:\(gateway.port)")
        let distrusting = Client(by: connectOverride)
        #expect(await Self.fault(distrusting, Self.host, under: .publicOrOverride) == .tls)
        #expect(try gateway.seen().isEmpty)
    }

    @Test(arguments: [
        "127.0.0.1:8443", "gateway.internal:443", "[::1]:8443", "[2001:db8::1]:1", "a:65535",
    ])
    func `a host and a port are a valid connect override`(_ text: String) {
        #expect(ConnectOverride(text)?.line == "::" + text)
    }

    @Test(arguments: [
        "", ":", "a", "a:", ":443", "a:0", "a:65536", "a:+1", "a:01", "a:1 ", "a b:1", "a:1:2",
        "::1:443", "[]:1", "[a:1", "https://a:1", "a/b:1", "a\n:1", "a,b:1", "[::1%lo]:1", "é:1",
        "[::1]443",
    ])
    func `a connect override with other syntax is refused`(_ text: String) {
        #expect(ConnectOverride(text) == nil)
    }

    @Test func `the buffer of a client's private key is wiped`() {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 3, alignment: 16)
        defer { bytes.deallocate() }
        bytes.copyBytes(from: [1, 2, 3])
        ClientIdentity.wipe(bytes)
        #expect(Array(bytes) == [0, 0, 0])
    }
}
