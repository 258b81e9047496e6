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
    func `a bank's reason is the one that we have for it`(code: String, reason: DeclineReason) {
        #expect(DeclineReason(stripe: code) == reason)
    }

    @Test(arguments: [
        "fraudulent", "merchant_blacklist", "pickup_card", "restricted_card", "security_violation",
        "", "a_code_of_next_year",
    ])
    func `what a buyer must not know, and what nobody knows, has no reason`(code: String) {
        #expect(DeclineReason(stripe: code) == .declined)
    }

    @Test func `the bank's word counts more than Stripe's`() {
        let error = StripeError(
            status: 402, type: "card_error", code: "card_declined", declineCode: "lost_card")
        #expect(error.isOfTheCard)
        #expect(error.decline == .lostCard)
        #expect(StripeError(status: 402, code: "expired_card").decline == .expiredCard)
        #expect(!StripeError(status: 400, code: "expired_card").isOfTheCard)
    }
}
