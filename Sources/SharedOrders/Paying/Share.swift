import Checkout
import Vocabulary

/// What one person pays of one round: the whole, or their own part.
package struct Share: Sendable {
    package let order: SharedOrder.ID
    package let round: Int
    /// Numbers the shares of the round from 1.
    package let number: Int
    package let participant: Int
    package let amount: Int64
    /// Whether the host pays it for those who did not.
    package let isRest: Bool
    package var checkout: UUID128?
    package var state: State
    package var tries: Int

    package enum State: String, Sendable {
        /// To be paid yet.
        case due
        /// Held on the payer's card, and captured when all are.
        case authorized
        /// All are in: a worker captures it.
        case taking
        case captured
        /// Of a round that came to nothing: a worker cancels or voids it.
        case lettingGo = "letting_go"
        case letGo = "let_go"
    }

    package var checkoutID: Sheet.ID? {
        checkout.map { Sheet.ID(merchant: order.merchant, uuid: $0) }
    }
}
