/// The reason for a definite decline: the processor has authorized no money, and the key cannot be
/// used again.
package enum DeclineReason: Hashable, Sendable {
    /// The bank gave no reason, or one that must not be passed on.
    case declined
    case insufficientFunds
    case doNotHonor
    case cardNotSupported
    case expiredCard
    /// The bank blocked the card because it was lost or stolen.
    case lostCard
    /// The bank requires the cardholder to authenticate, which only a payment sheet can do.
    case authenticationRequired
    /// The buyer removed the card or deleted its merchant token; it can never be charged again.
    case unlinked
    /// The bank does not recognize this part of the billing address.
    case billingAddress(BillingField)
}

/// A part of the billing address, named as in Apple's `contactField` (docs/rules/apple.md#2.2).
package enum BillingField: String, CaseIterable, Sendable {
    case name, postalAddress, addressLines, locality, administrativeArea, postalCode, country
}

extension DeclineReason {
    /// The buyer's remedy within the payment sheet (docs/rules/money.md#8).
    package enum Remedy: Hashable, Sendable {
        /// The sheet stays open and marks the field with `billingContactInvalid`.
        case correctBillingContact(BillingField)
        /// No change in the sheet helps: the answer is status 1 with an empty error list, and the
        /// buyer pays with another card.
        case useAnotherCard
    }

    package var remedy: Remedy {
        switch self {
        case .billingAddress(let field): .correctBillingContact(field)
        case .declined, .insufficientFunds, .doNotHonor, .cardNotSupported, .expiredCard, .lostCard,
            .authenticationRequired, .unlinked:
            .useAnotherCard
        }
    }
}

extension DeclineReason {
    /// The reason as it is spelled in events, the API and the database: `insufficient_funds`,
    /// `billing_address.postalCode`.
    package var code: String {
        switch self {
        case .declined: "declined"
        case .insufficientFunds: "insufficient_funds"
        case .doNotHonor: "do_not_honor"
        case .cardNotSupported: "card_not_supported"
        case .expiredCard: "expired_card"
        case .lostCard: "lost_card"
        case .authenticationRequired: "authentication_required"
        case .unlinked: "unlinked"
        case .billingAddress(let field): Self.billingPrefix + field.rawValue
        }
    }

    package init?(code: String) {
        switch code {
        case "declined": self = .declined
        case "insufficient_funds": self = .insufficientFunds
        case "do_not_honor": self = .doNotHonor
        case "card_not_supported": self = .cardNotSupported
        case "expired_card": self = .expiredCard
        case "lost_card": self = .lostCard
        case "authentication_required": self = .authenticationRequired
        case "unlinked": self = .unlinked
        default:
            guard code.hasPrefix(Self.billingPrefix),
                let field = BillingField(rawValue: String(code.dropFirst(Self.billingPrefix.count)))
            else { return nil }
            self = .billingAddress(field)
        }
    }

    private static let billingPrefix = "billing_address."

    package static let all: [DeclineReason] =
        [
            .declined, .insufficientFunds, .doNotHonor, .cardNotSupported, .expiredCard, .lostCard,
            .authenticationRequired, .unlinked,
        ] + BillingField.allCases.map(DeclineReason.billingAddress)
}
