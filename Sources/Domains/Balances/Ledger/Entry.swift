import Merchants
import Vocabulary

/// One line of a balance's statement: a transfer from the balance's point of view.
package struct Entry: Sendable {
    package let transfer: Transfer.ID
    package let kind: Transfer.Kind
    /// Negative for outgoing money.
    package let amount: Money
    /// The balance's amount after the transfer.
    package let balanceAfter: Money
    /// The account at the other end.
    package let other: Account
    package let checkout: UUID128?
    package let reference: String?
    package let at: Instant
    /// The entry's number within the balance; later entries have larger numbers.
    package let number: Int64

    package var id: ID { ID(number: number) }

    /// The entry's number, which identifies it within its balance.
    package struct ID: PageCursor {
        package let number: Int64

        package init(number: Int64) { self.number = number }

        package init?(_ text: String) {
            guard let number = Int32(text), number > 0 else { return nil }
            self.number = Int64(number)
        }

        package var text: String { String(number) }
    }
}
