import Processors
import Vocabulary

/// The reason that an attempt was declined: by the bank, or by the merchant's own rule.
package enum Decline: Hashable, Sendable {
    case bank(DeclineReason)
    /// The card was issued outside the countries that the merchant takes (docs/rules/money.md#11).
    case issuingCountry

    /// The code in the database.
    package var code: String {
        switch self {
        case .bank(let reason): reason.code
        case .issuingCountry: "issuing_country"
        }
    }

    /// The code for the page and the timeline: without the field, which the errors name.
    package var publicCode: String {
        switch self {
        case .bank(.billingAddress(_)): "billing_address"
        case .bank, .issuingCountry: code
        }
    }

    /// The bank's reason; nil if the merchant's own rule declined.
    package var reason: DeclineReason? {
        if case .bank(let reason) = self { reason } else { nil }
    }

    package init?(code: String) {
        if code == "issuing_country" {
            self = .issuingCountry
        } else if let reason = DeclineReason(code: code) {
            self = .bank(reason)
        } else {
            return nil
        }
    }

    /// The message that the page may show after the sheet has closed.
    package func message(issuedIn country: Country?) -> Message {
        switch self {
        case .bank(.insufficientFunds): .cardInsufficientFunds
        case .bank(.billingAddress(let field)): field.message
        case .bank(.declined), .bank(.doNotHonor), .bank(.cardNotSupported), .bank(.expiredCard),
            .bank(.lostCard), .bank(.authenticationRequired), .bank(.unlinked):
            .cardDeclined
        case .issuingCountry: country.map { .cardIssuingCountry($0) } ?? .cardDeclined
        }
    }
}
