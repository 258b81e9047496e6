import Vocabulary

/// One line of a balance's statement: a transfer from the balance's point of view.
package struct Entry: Sendable {
    package let transfer: Transfer.ID
    package let kind: Transfer.Kind
    /// Negative for outgoing money.
    package let amount: Money
    /// The balance's amount after the transfer.
    package let after: Money
    /// The account at the other end.
    package let other: Account
    package let checkout: UUID128?
    package let reference: String?
    package let at: Instant
    /// The entry's number within the balance; later entries have larger numbers.
    package let number: Int64
}
