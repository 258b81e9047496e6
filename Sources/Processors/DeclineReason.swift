/// Why a bank refuses a charge, for certain: nothing is held, and the key is used up.
package enum DeclineReason: Hashable, Sendable {
    /// The bank gives no reason, or one that it must not be told further.
    case declined
    case insufficientFunds
    case doNotHonor
    case cardNotSupported
    case expiredCard
    /// The bank has closed the card: it was lost or stolen.
    case lostCard
    /// The bank wants its customer to be there: only a sheet helps.
    case authenticationRequired
    /// The buyer has taken the card, or its merchant token, away: it never works again.
    case unlinked
    /// The bank does not know this part of the billing address.
    case billingAddress(BillingField)
}

/// A part of the billing address, by Apple's contactField name (contracts part 2.2).
package enum BillingField: String, CaseIterable, Sendable {
    case name, postalAddress, addressLines, locality, administrativeArea, postalCode, country
}

extension DeclineReason {
    /// What the buyer can do about it without leaving the sheet (money.md rule 8).
    package enum Remedy: Hashable, Sendable {
        /// The sheet stays open and marks the field: `billingContactInvalid`.
        case mendBillingContact(BillingField)
        /// Nothing in the sheet helps: status 1 with an empty list, and another card.
        case useAnotherCard
    }

    package var remedy: Remedy {
        switch self {
        case .billingAddress(let field): .mendBillingContact(field)
        case .declined, .insufficientFunds, .doNotHonor, .cardNotSupported, .expiredCard, .lostCard,
            .authenticationRequired, .unlinked:
            .useAnotherCard
        }
    }
}

extension DeclineReason {
    /// The reason as events, the API and the database spell it: `insufficient_funds`,
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
