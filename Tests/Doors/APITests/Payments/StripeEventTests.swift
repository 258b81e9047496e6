import Crypto
import HTTP
import Merchants
import Observability
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import API
@testable import Processors

/// Events from Stripe: a signed one leads to a lookup, an unsigned one is refused.
@Suite struct StripeEventTests {
    private static let secrets = [Secret(Array("whsec_old".utf8)), Secret(Array("whsec_new".utf8))]

    private func sign(_ body: String, _ secret: Secret, _ seconds: Int64) -> String {
        let mac = HMACSHA256.mac(Array("\(seconds).\(body)".utf8), key: secret)
        return "t=\(seconds),v1=\(Hex.encode(mac))"
    }

    private func dispute(_ name: String) -> String {
        #"{"type":"charge.dispute.created","data":{"object":{"id":"\#(name)"}}}"#
    }

    /// Runs a server whose processor is Stripe, and records the disputes that it looks up.
    private func withServer(
        _ body: (HTTPClient, String, Journal<String>) async throws -> Void
    ) async throws {
        let shop = try await Shop.open()
        let known = try await TestServer.shared.value.services
        let number = shop.merchant.number
        let asked = Journal<String>()
        var processor = Processor.unimplemented
        processor.name = "stripe"
        processor.dispute = { _, name in
            asked.add(name)
            return nil
        }
        let services = Services(
            database: known.database, registry: known.registry, keys: known.keys,
            processor: { [processor] _ in processor },
            stripeAccount: { merchant in
                merchant == number
                    ? StripeAccount(secretKey: Secret([]), webhookSecrets: Self.secrets) : nil
            },
            credentials: known.credentials, urls: known.urls, limits: known.limits,
            processorLimit: .seconds(1),
            deadlines: known.deadlines,
            now: known.now, random: known.random, report: known.report)
        let server = Server(
            Settings(), Router(services.routes(of: NoticeEndpoints.all)),
            refuse: HTTPRefusals.answer)
        let client = HTTPClient(port: try server.start())
        try await body(client, "/v1/processors/stripe/\(shop.merchant.identifier)", asked)
        await server.stop(within: 1)
    }

    @Test func `an event that is signed with either secret leads to a lookup`() async throws {
        try await withServer { client, path, asked in
            let now = TestServer.now().seconds(since: Instant(seconds: 0))
            for (index, secret) in Self.secrets.enumerated() {
                let body = dispute("dp_\(index)")
                let reply = try await client.send(
                    "POST", path, headers: [("Stripe-Signature", sign(body, secret, now))],
                    json: body)
                #expect(reply.status == 204)
            }
            #expect(asked.all == ["dp_0", "dp_1"])
            // An event of an unused type is accepted without a lookup.
            let other = #"{"type":"customer.created","data":{"object":{}}}"#
            let reply = try await client.send(
                "POST", path, headers: [("Stripe-Signature", sign(other, Self.secrets[0], now))],
                json: other)
            #expect(reply.status == 204)
            #expect(asked.all.count == 2)
        }
    }

    @Test func `a wrong, missing or expired signature is refused`() async throws {
        try await withServer { client, path, asked in
            let now = TestServer.now().seconds(since: Instant(seconds: 0))
            let body = dispute("dp_1")
            let good = sign(body, Self.secrets[0], now)
            for (path, signature, body) in [
                (path, sign(body, Secret(Array("whsec_other".utf8)), now), body),
                (path, good, dispute("dp_2")), (path, good, ""),
                (path, sign(body, Self.secrets[0], now - 400), body), (path, "t=1", body),
                (path, nil, body), (path, nil, "{"),
                ("/v1/processors/stripe/mer_zzzzz", good, body),
                ("/v1/processors/stripe/anything", good, body),
            ] {
                let reply = try await client.send(
                    "POST", path, headers: signature.map { [("Stripe-Signature", $0)] } ?? [],
                    json: body)
                #expect(reply.status == 400)
                #expect(reply.text.contains("invalid_signature"))
            }
            #expect(asked.all == [])
        }
    }

    @Test func `a signed body that is not JSON is refused as invalid JSON`() async throws {
        try await withServer { client, path, _ in
            let now = TestServer.now().seconds(since: Instant(seconds: 0))
            let reply = try await client.send(
                "POST", path, headers: [("Stripe-Signature", sign("{", Self.secrets[0], now))],
                json: "{")
            #expect(reply.status == 400)
            #expect(reply.text.contains("invalid_json"))
        }
    }
}
