import Crypto
import Testing
import Vocabulary

@testable import HTTPClient
@testable import Merchants

/// The requests to Apple's gateway about merchant tokens, and the reading of its answers.
@Suite struct AppleCallTests {
    private static func identity(_ name: String) -> MerchantIdentity {
        MerchantIdentity(merchantIdentifier: name, certificate: [], privateKey: Secret([]))
    }

    private static let request = UUID128(high: 0x0190_F3D3_D07C_7A80, low: 0x8123_4567_89AB_CDEF)

    @Test func `an event is requested by name, a token deletion is sent in a body`() throws {
        let event = try #require(TokenEvent.Name("5d1e-_A"))
        let eventCall = AppleCall.event(
            event, at: .world, as: Self.identity("merchant.example.toast"), request: Self.request)
        let folder =
            "https://apple-pay-gateway.apple.com/paymentservices/v1/merchantId/merchant.example.toast"
        #expect(eventCall.method == .get && eventCall.body.isEmpty)
        #expect(eventCall.url == folder + "/merchantToken/event/5d1e-_A")
        #expect(
            eventCall.headers.map { "\($0.name): \($0.value)" } == [
                "Content-Type: application/json",
                "x-request-id: 0190f3d3-d07c-7a80-8123-456789abcdef",
            ])
        let unlinkCall = AppleCall.unlink(
            "mpan\"1", at: .sandbox, as: Self.identity("merchant.example.toast"),
            request: Self.request)
        #expect(unlinkCall.method == .post)
        #expect(
            unlinkCall.url.hasPrefix("https://apple-pay-gateway-cert.apple.com/paymentservices/v1/")
        )
        #expect(unlinkCall.url.hasSuffix("/merchantToken/unlink"))
        #expect(unlinkCall.body == Array(#"{"merchantTokenIdentifier":"mpan\"1"}"#.utf8))
    }

    @Test(arguments: ["a/b", "a?b", "a#b", "a%2Fb", "a b", "a\r\nb", "ä@b:1", "a\\b"])
    func `a merchant identifier from a certificate is one path segment`(
        _ name: String
    ) throws {
        let event = try #require(TokenEvent.Name("e"))
        let call = AppleCall.event(
            event, at: .world, as: Self.identity(name), request: Self.request)
        let start = "https://apple-pay-gateway.apple.com/paymentservices/v1/merchantId/"
        let end = "/merchantToken/event/e"
        #expect(call.url.hasPrefix(start) && call.url.hasSuffix(end))
        let segment = call.url.dropFirst(start.count).dropLast(end.count)
        #expect(
            segment.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
                    || "-._~%".utf8.contains($0)
            })
        #expect(!segment.contains("%2F") || name.contains("/") || name.contains("%2F"))
    }

    @Test(arguments: [
        "", "a b", "a/b", "..", "a.b", "a%2F", "ä", "a\0", "a\n",
        String(repeating: "a", count: 65),
    ])
    func `an invalid event name is refused`(_ text: String) {
        #expect(TokenEvent.Name(text) == nil)
    }

    private static func read(_ json: String, isCut: Bool = false) -> TokenEvent? {
        TokenEvent.read(
            Answer(
                status: 200, headers: [], body: Array(json.utf8), isCut: isCut, milliseconds: 1))
    }

    @Test func `a truncated answer is no event, and a long reason is shortened`() {
        let long = String(repeating: "ä", count: 300)
        let json =
            #"{"eventType":"UNLINK","merchantTokenIdentifier":"m","reason":"\#(long)","more":1}"#
        #expect(
            Self.read(json)
                == TokenEvent(
                    kind: .unlink, merchantToken: "m",
                    reason: String(repeating: "ä", count: 256)))
        #expect(Self.read(json, isCut: true) == nil)
        let bare = #"{"eventType":"UNLINK","merchantTokenIdentifier":"m"}"#
        #expect(
            Self.read(bare) == TokenEvent(kind: .unlink, merchantToken: "m", reason: nil))
    }
}
