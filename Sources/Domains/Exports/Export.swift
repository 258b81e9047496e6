import Merchants
import Vocabulary

/// A list of a merchant's rows for its accounting: the rows of one kind that were created in a span
/// of time, oldest first.
package struct Export: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// Checkouts that were paid, with the totals of their captures, refunds and disputes.
        case payments
        case captures
        case refunds
        case disputes
        /// Gift cards, store credit and prepaid balances.
        case balances
        case invoices
        /// The transfers between balances and the ledger's own accounts.
        case ledger
    }

    package let kind: Kind
    package let merchant: MerchantNumber
    /// Includes its start and excludes its end.
    package let span: Range<Instant>

    package init(_ kind: Kind, of merchant: MerchantNumber, in span: Range<Instant>) {
        self.kind = kind
        self.merchant = merchant
        self.span = span
    }
}
