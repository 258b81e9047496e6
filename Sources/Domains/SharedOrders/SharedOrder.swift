import Vocabulary

/// The row of an order that several people build together.
///
/// The holder of its link may read and join. Each choice has a row of its own. Every change that
/// participants can see locks the order's row first.
package struct SharedOrder: Sendable, Identified {
    package static let identifierPrefix = "sho"
    package typealias ID = Identifier<SharedOrder>

    package let id: ID
    package var state: State
    /// Rises with every change that any participant may see.
    package var version: Int64
    package var events: Int
    package let currency: Currency
    /// The number of the key from which its link and its participants' credentials are derived.
    package let keyNumber: Int
    package var generation: Int
    /// The wrapped data key; nil once the order was erased.
    package var dataKey: [UInt8]?
    package var host: Int
    /// The number of participant numbers assigned so far; a participant who leaves keeps theirs.
    package var participants: Int
    package var present: Int
    package var choices: Int
    /// The total of the placed choices in minor units, without fees, tip and tax.
    package var total: Int64
    /// The number of pieces taken of each item, in the menu's order.
    package var taken: [Int64]
    package let deadlineAt: Instant
    package var round: Int
    package var payers: Payers?
    package var lockedHash: [UInt8]?
    package var tip: Int64
    package var payBy: Instant?
    package let createdAt: Instant
    package var changedAt: Instant
    package var endedAt: Instant?

    /// Separates the idempotency keys of each participant, and of callers with only the link
    /// (number 0).
    package static func claimScope(_ id: ID, _ participant: Int) -> String {
        "so_\(id.uuid.base32)_\(participant)"
    }

    package enum State: String, Sendable, CaseIterable {
        case open
        /// Being paid: choices cannot change.
        case locked
        case paid
        case canceled
        /// The deadline passed without a payment.
        case expired

        package var hasEnded: Bool {
            switch self {
            case .open, .locked: false
            case .paid, .canceled, .expired: true
            }
        }
    }

    package enum Payers: String, Sendable, CaseIterable {
        case host
        case each
    }

    /// The state at a moment: a deadline or lock that has passed counts before a worker stores it.
    package func state(at now: Instant) -> State {
        switch state {
        case .locked where payBy.map { $0 <= now } ?? false:
            deadlineAt <= now ? .expired : .open
        case .open where deadlineAt <= now: .expired
        default: state
        }
    }

    /// True if the time to pay has passed, so that a change first reopens or expires the order.
    func hasLapsed(at now: Instant) -> Bool { state == .locked && state(at: now) != .locked }

    package func money(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: currency)
    }
}
