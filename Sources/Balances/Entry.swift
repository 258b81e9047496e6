import Vocabulary

/// One line of a balance's statement: a transfer, as it looks from here.
package struct Entry: Sendable {
    package let transfer: Transfer.ID
    package let kind: Transfer.Kind
    /// Below zero when it went out.
    package let amount: Money
    /// What the balance came to by it.
    package let after: Money
    /// The other end.
    package let other: Account
    package let checkout: UUID128?
    package let reference: String?
    package let at: Instant
    /// Numbers what happened to the balance: later ones are larger.
    package let number: Int64
}
