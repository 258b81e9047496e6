import Vocabulary

/// A movement of money between two accounts; it is never changed, only followed by another.
package struct Transfer: Sendable, Identified {
    package static let identifierPrefix = "trf"
    package typealias ID = Identifier<Transfer>

    package enum Kind: String, Sendable, CaseIterable {
        case credit
        case debit
        case transfer
        case holdCapture = "hold_capture"
        case capture
        case refund
        case disputeOpened = "dispute_opened"
        case disputeWon = "dispute_won"
        case disputeLost = "dispute_lost"
    }

    /// The purpose of a transfer. Its identifier and kind, with the transfer's part, are the key
    /// that prevents a second booking.
    package struct Cause: Sendable {
        /// The identifier of the capture, refund or call; a repetition has the same one.
        package let id: UUID128
        package let kind: Kind
        package let checkout: UUID128?
        package let reference: String?
        /// The number of parts that were booked before.
        package let firstPart: Int

        package init(
            id: UUID128, kind: Kind, checkout: UUID128? = nil, reference: String? = nil,
            firstPart: Int = 0
        ) {
            self.id = id
            self.firstPart = firstPart
            self.kind = kind
            self.checkout = checkout
            self.reference = reference
        }
    }

    package let id: ID
    package let kind: Kind
    /// Numbers the transfers of one cause, from 0.
    package let part: Int
    package let from: Account
    package let to: Account
    package let amount: Money
    /// The amount of each stored balance after the transfer, in minor units.
    package let fromAfter: Int64?
    package let toAfter: Int64?
    /// The number of each stored balance's event for the transfer.
    package let fromNumber: Int?
    package let toNumber: Int?
    package let checkout: UUID128?
    package let reference: String?
    package let at: Instant

    package init(
        id: ID, kind: Kind, part: Int, from: Account, to: Account, amount: Money,
        fromAfter: Int64?, toAfter: Int64?, fromNumber: Int?, toNumber: Int?, checkout: UUID128?,
        reference: String?, at: Instant
    ) {
        self.id = id
        self.kind = kind
        self.part = part
        self.from = from
        self.to = to
        self.amount = amount
        self.fromAfter = fromAfter
        self.toAfter = toAfter
        self.fromNumber = fromNumber
        self.toNumber = toNumber
        self.checkout = checkout
        self.reference = reference
        self.at = at
    }
}
