import Balances
import Checkouts
import Subscriptions
import Vocabulary

/// A violation of a rule: the object, what the database has, and what it should have. It contains
/// no secret, no contact and no reference that a merchant chose.
package struct AuditViolation: Hashable, Sendable {
    package let rule: String
    package let merchant: MerchantNumber
    /// The object's identifier as the API writes it, or a name if it has no identifier.
    package let object: String
    package let found: String
    package let expected: String

    /// The kinds of objects that can violate a rule.
    enum Subject: String, CaseIterable {
        case balance
        case transfer
        case hold
        case checkout
        case attempt
        case capture
        case refund
        case dispute
        case subscription
        case invoice
        case sharedOrder = "shared_order"
        /// A sum over many objects, named in words.
        case sum

        var prefix: String {
            switch self {
            case .balance: Balance.identifierPrefix
            case .transfer: Transfer.identifierPrefix
            case .hold: Hold.identifierPrefix
            case .checkout: CheckoutSession.identifierPrefix
            case .attempt: Attempt.identifierPrefix
            case .capture: "cap"
            case .refund: "ref"
            case .dispute: "dsp"
            case .subscription: Subscription.identifierPrefix
            case .invoice: Invoice.identifierPrefix
            case .sharedOrder: "sho"
            case .sum: ""
            }
        }

        func name(_ uuid: UUID128?, of merchant: MerchantNumber, _ label: String?) -> String {
            let identifier = uuid.map { "\(prefix)_\(merchant.text)\($0.base32)" }
            return [identifier, label].compactMap { $0 }.joined(separator: " ")
        }
    }
}
