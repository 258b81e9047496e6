import Vocabulary

/// The requested part of a capture or refund: an amount, some items, or, if both are nil, all that
/// is left.
package struct RequestedAmount: Sendable {
    package var amount: Money?
    package var items: [(index: Int, quantity: Int64?)]?

    package init(amount: Money? = nil, items: [(index: Int, quantity: Int64?)]? = nil) {
        self.amount = amount
        self.items = items
    }

    /// Reads it once the checkout's currency is known.
    package typealias Reader = @Sendable (Currency) throws -> RequestedAmount
}
