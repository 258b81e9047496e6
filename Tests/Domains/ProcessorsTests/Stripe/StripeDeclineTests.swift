import Testing

@testable import Processors

@Suite struct StripeDeclineTests {
    @Test(arguments: [
        ("insufficient_funds", DeclineReason.insufficientFunds),
        ("expired_card", .expiredCard), ("lost_card", .lostCard), ("stolen_card", .lostCard),
        ("authentication_required", .authenticationRequired),
        ("payment_intent_authentication_failure", .authenticationRequired),
        ("do_not_honor", .doNotHonor), ("incorrect_zip", .billingAddress(.postalCode)),
        ("incorrect_address", .billingAddress(.addressLines)),
        ("currency_not_supported", .cardNotSupported),
        ("revocation_of_all_authorizations", .unlinked), ("invalid_account", .unlinked),
        ("generic_decline", .declined), ("card_declined", .declined),
    ])
    func `a bank's reason maps to a decline reason`(code: String, reason: DeclineReason) {
        #expect(DeclineReason(stripe: code) == reason)
    }

    @Test(arguments: [
        "fraudulent", "merchant_blacklist", "pickup_card", "restricted_card", "security_violation",
        "", "a_code_of_next_year",
    ])
    func `a reason that is unknown, or must not be disclosed, is dropped`(code: String) {
        #expect(DeclineReason(stripe: code) == .declined)
    }

    @Test func `the bank's reason overrides Stripe's`() {
        let error = StripeError(
            status: 402, type: "card_error", code: "card_declined", declineCode: "lost_card")
        #expect(error.isCardError)
        #expect(error.decline == .lostCard)
        #expect(StripeError(status: 402, code: "expired_card").decline == .expiredCard)
        #expect(!StripeError(status: 400, code: "expired_card").isCardError)
    }
}
