import Crypto
import Testing
import Vocabulary

@testable import Processors

@Suite struct StripeSignatureTests {
    private let now = Instant(seconds: 1_790_000_000)
    private let body = Array(#"{"id":"evt_1"}"#.utf8)
    private let secret = Secret(Array("whsec_one".utf8))
    private let other = Secret(Array("whsec_two".utf8))

    private func sign(_ seconds: Int64, _ secret: Secret? = nil) -> String {
        Hex.encode(
            HMACSHA256.mac(Array("\(seconds).".utf8) + body, key: secret ?? self.secret))
    }

    private func isValid(
        _ header: String, for body: [UInt8]? = nil, by secrets: [Secret]? = nil
    ) -> Bool {
        StripeSignature(header)?.isValid(
            for: body ?? self.body, by: secrets ?? [secret], at: now) ?? false
    }

    /// HMAC-SHA256 of `1790000000.{"id":"evt_1"}`, by OpenSSL's command line.
    @Test func `a signature made by another program is valid`() {
        let signature = "8f6bdf50bcd352836dc145eb5c8cd031288c596f90d45b9440fd51b058a2e654"
        #expect(isValid("t=1790000000,v1=\(signature)"))
    }

    @Test func `a signature by any of the secrets is valid, also among others`() {
        let seconds: Int64 = 1_790_000_000
        #expect(isValid("t=\(seconds),v1=\(sign(seconds, other))", by: [secret, other]))
        let wrong = String(repeating: "0", count: 64)
        #expect(isValid("t=\(seconds),v1=\(wrong),v1=\(sign(seconds))"))
        #expect(isValid("t=\(seconds),v1=\(sign(seconds)),v0=abc"))
    }

    @Test func `a Stripe signature by an unknown secret or over other content is invalid`() {
        let seconds: Int64 = 1_790_000_000
        let good = sign(seconds)
        #expect(!isValid("t=\(seconds),v1=\(sign(seconds, other))"))
        #expect(!isValid("t=\(seconds + 1),v1=\(good)"))
        #expect(!isValid("t=\(seconds),v1=\(good)", for: body + [32]))
        #expect(!isValid("t=\(seconds),v1=\(good)", by: []))
        #expect(!isValid("t=\(seconds),v0=\(good)"))
    }

    @Test(arguments: [(-301, false), (-300, true), (0, true), (300, true), (301, false)])
    func `a signature is valid for five minutes, either way`(offset: Int64, isGood: Bool) {
        let seconds = 1_790_000_000 + offset
        #expect(isValid("t=\(seconds),v1=\(sign(seconds))") == isGood)
    }

    @Test(arguments: [
        "", "t=1790000000", "v1=00", "t=,v1=00", "t=1790000000,v1=zz", "t=1790000000,v1=00",
        "t=+1790000000,v1=@", "t=1790000000,t=1790000000,v1=@", "t=1790000000 ,v1=@", "x,v1=@",
        "t=99999999999999999999,v1=@", "t=-1,v1=@",
    ])
    func `a malformed Stripe-Signature header is invalid`(header: String) {
        let header = header.split(separator: "@", omittingEmptySubsequences: false)
            .joined(separator: sign(1_790_000_000))
        #expect(StripeSignature(header) == nil)
    }

    @Test func `an overlong Stripe-Signature header is invalid`() {
        let header = "t=1790000000" + String(repeating: ",v1=\(sign(1_790_000_000))", count: 20)
        #expect(StripeSignature(header) == nil)
    }
}
