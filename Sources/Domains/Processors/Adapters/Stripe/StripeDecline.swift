extension DeclineReason {
    /// Maps Stripe's decline code, or its error code if the bank gave no decline code.
    ///
    /// Source: docs.stripe.com/declines/codes. Codes that a buyer must not learn (fraudulent,
    /// merchant_blacklist, pickup_card, restricted_card and similar ones) and new codes become
    /// declines without a reason.
    init(stripe code: String) {
        switch code {
        case "insufficient_funds", "card_velocity_exceeded", "withdrawal_count_limit_exceeded":
            self = .insufficientFunds
        case "expired_card", "invalid_expiry_month", "invalid_expiry_year": self = .expiredCard
        case "lost_card", "stolen_card": self = .lostCard
        case "authentication_required", "authentication_not_handled", "offline_pin_required",
            "online_or_offline_pin_required", "payment_intent_authentication_failure",
            "setup_intent_authentication_failure":
            self = .authenticationRequired
        case "do_not_honor", "call_issuer", "no_action_taken", "do_not_try_again":
            self = .doNotHonor
        case "card_not_supported", "currency_not_supported", "transaction_not_allowed",
            "service_not_allowed", "not_permitted":
            self = .cardNotSupported
        case "incorrect_zip", "postal_code_invalid": self = .billingAddress(.postalCode)
        case "incorrect_address": self = .billingAddress(.addressLines)
        case "invalid_account", "new_account_information_available", "stop_payment_order",
            "revocation_of_all_authorizations", "revocation_of_authorization":
            self = .unlinked
        default: self = .declined
        }
    }
}
