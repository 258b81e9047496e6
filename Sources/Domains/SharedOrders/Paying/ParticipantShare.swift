import Checkouts
import Vocabulary

/// The amount that one participant pays in one round: the whole total, or their own part.
package struct ParticipantShare: Sendable {
    package let order: SharedOrder.ID
    package let round: Int
    /// The share's number in its round, from 1.
    package let number: Int
    package let participant: Int
    package let amount: Int64
    /// True if the host pays this share in place of others who did not pay.
    package let coversUnpaidShares: Bool
    package var checkout: UUID128?
    package var state: State
    package var tries: Int

    package enum State: String, Sendable {
        /// Not paid yet.
        case due
        /// Authorized on the payer's card; captured once all shares are.
        case authorized
        /// All shares are authorized: a worker captures this one.
        case capturing = "taking"
        case captured
        /// Its round was abandoned: a worker cancels or voids its checkout.
        case releasing = "letting_go"
        case released = "let_go"
    }

    package var checkoutID: CheckoutSession.ID? {
        checkout.map { CheckoutSession.ID(merchant: order.merchant, uuid: $0) }
    }
}
