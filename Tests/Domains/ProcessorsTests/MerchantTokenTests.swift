import Foundation
import JSON
import TestSupport
import Testing
import Vocabulary

@testable import Crypto
@testable import Processors

/// Apple's merchant token identifier, from the payment to the saved card.
@Suite struct MerchantTokenTests {
    private static let forge = Result { try TokenForge() }

    private static func opened(_ identifier: String?) throws -> DecryptedToken {
        let forge = try forge.get()
        let token = try forge.token(TokenForge.payload(of: 1000, merchantToken: identifier))
        let bytes = Array(try JSONSerialization.data(withJSONObject: token))
        return try DecryptToken(trust: forge.trust())(
            PaymentToken(reading: Document.parse(bytes).root), with: [forge.processingKey()],
            at: Int64(Date().timeIntervalSince1970))
    }

    /// The saved card's reference from the sandbox, in its answer and in a later `find`.
    private static func savedCard(_ payment: PaymentInstrument) async throws
        -> [SavedCardReference?]
    {
        let fixture = try await SandboxFixture()
        let request = AuthorizationRequest(
            key: fixture.key("kept"), amount: fixture.usd(1000), statementName: "Shop",
            payment: payment, captureNow: true, savesCard: true)
        return [
            try await fixture.processor.authorize(request),
            try await fixture.processor.find(fixture.key("kept")),
        ].map { outcome in
            guard case .approved(let approval)? = outcome else { return nil }
            return approval.savedCard
        }
    }

    @Test func `a saved card has Apple's identifier of its token`() async throws {
        let token = try Self.opened("DM4-mpan")
        for savedCard in try await Self.savedCard(.opened(token, card: .unknown)) {
            #expect(savedCard?.merchantToken == "DM4-mpan")
            #expect(savedCard?.isKnownToApple == true)
        }
    }

    @Test func `a device token has no identifier, a simulated one the sandbox's`() async throws {
        for savedCard in try await Self.savedCard(.opened(Self.opened(nil), card: .unknown)) {
            #expect(savedCard != nil && savedCard?.merchantToken == nil)
        }
        for savedCard in try await Self.savedCard(.simulated(SimulatedToken(), card: .unknown)) {
            #expect(savedCard?.merchantToken == "sandbox_token_kept")
            #expect(savedCard?.isKnownToApple == false)
        }
    }

    @Test(arguments: [
        ("a", true), (String(repeating: "a", count: 64), true), ("", false),
        (String(repeating: "a", count: 65), false), ("a b", false), ("ä", false),
    ])
    func `an identifier outside Apple's format is ignored`(
        _ identifier: String, isTaken: Bool
    ) throws {
        let found = try Self.opened(identifier).payload.merchantTokenIdentifier
        #expect(found == (isTaken ? identifier : nil))
    }
}
