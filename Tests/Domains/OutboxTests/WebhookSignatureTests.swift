import Crypto
import Outbox
import Testing
import Vocabulary

@Suite struct WebhookSignatureTests {
    private let body = Array(#"{"event_type":"ping","data":{"success":true}}"#.utf8)

    /// The example from Standard Webhooks 1.0.
    @Test func `the specification's example has the specified signature`() throws {
        let secret = try #require(
            SigningSecret(text: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signature = WebhookSignature(
            of: Array(#"{"test": 2432232314}"#.utf8), id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            at: Instant(seconds: 1_614_265_330), secrets: [secret])
        #expect(
            signature.headers.map(\.value) == [
                "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330",
                "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            ])
        #expect(
            signature.headers.map(\.name) == [
                "webhook-id", "webhook-timestamp", "webhook-signature",
            ])
    }

    @Test func `each secret signs, the newest first`() {
        let (new, old) = (SigningSecret(), SigningSecret())
        func signed(by secrets: [SigningSecret]) -> WebhookSignature {
            WebhookSignature(
                of: body, id: "evt_1", at: Instant(seconds: 1_700_000_000), secrets: secrets)
        }
        let both = signed(by: [new, old]).signatures
        #expect(both == signed(by: [new]).signatures + signed(by: [old]).signatures)
        #expect(Set(both).count == 2)
        #expect(signed(by: [new, old]).headers[2].value == both.joined(separator: " "))
    }

    @Test func `a webhook's signature depends on body, identifier and second`() {
        let secret = SigningSecret()
        let moment = Instant(seconds: 1_700_000_000)
        let all = [
            WebhookSignature(of: body, id: "evt_1", at: moment, secrets: [secret]),
            WebhookSignature(of: body + [32], id: "evt_1", at: moment, secrets: [secret]),
            WebhookSignature(of: body, id: "evt_2", at: moment, secrets: [secret]),
            WebhookSignature(
                of: body, id: "evt_1", at: moment.adding(seconds: 1), secrets: [secret]),
        ]
        #expect(Set(all.flatMap(\.signatures)).count == 4)
    }
}
