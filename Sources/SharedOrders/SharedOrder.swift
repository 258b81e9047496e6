import Vocabulary

/// One order that several people build together, as its row has it.
///
/// Who holds its link may read and join; what each has chosen is a row of their own. The row of the
/// order is locked first by every write.
package struct SharedOrder: Sendable, Identified {
    package static let identifierPrefix = "sho"
    package typealias ID = Identifier<SharedOrder>

    package let id: ID
    package var state: State
    /// Rises with every change that anybody may see.
    package var version: Int64
    package var events: Int
    package let currency: Currency
    package let derivationKey: Int
    package var generation: Int
    /// The key of what is sealed, wrapped; nothing once the order was erased.
    package var dataKey: [UInt8]?
    package var host: Int
    /// How many numbers were given; who has left keeps theirs.
    package var participants: Int
    package var present: Int
    package var choices: Int
    /// Of what was placed, in minor units, without fees, tip and tax.
    package var total: Int64
    /// How many of each item, in the menu's order.
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

    /// Keeps the idempotency keys of one participant's calls apart, and those of whoever has just the link (number 0).
    package static func claimScope(_ id: ID, _ participant: Int) -> String {
        "so_\(id.uuid.base32)_\(participant)"
    }

    package enum State: String, Sendable, CaseIterable {
        case open
        /// Being paid: nobody chooses.
        case locked
        case paid
        case canceled
        /// Its deadline has passed with nothing paid.
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

    /// As it is at a moment: what nobody has written down yet has happened all the same.
    package func state(at now: Instant) -> State {
        switch state {
        case .locked where payBy.map { $0 <= now } ?? false:
            deadlineAt <= now ? .expired : .open
        case .open where deadlineAt <= now: .expired
        default: state
        }
    }

    package func money(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: currency)
    }
}
