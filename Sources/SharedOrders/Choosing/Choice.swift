import Vocabulary

/// What one participant has chosen: theirs alone, so that nobody's answer overwrites another's.
package struct Choice: Hashable, Sendable {
    package let participant: Int
    /// The participant's own name for it, by which a repeated call is known.
    package let name: String
    package var state: State
    package var content: Content
    /// Of one piece, with its options.
    package var unitPrice: Int64
    /// The order's version at its last change: who changes it says which one they saw.
    package var version: Int64
    /// What waits for its message to be sent.
    package var change: Change?
    package var message: Int?

    package enum State: String, Sendable {
        /// Waits for its message to be sent, and counts for nothing before.
        case staged
        case placed
        /// Kept, so that a late repetition does not bring it back.
        case removed
    }

    /// What a placed choice is to become.
    package enum Change: Hashable, Sendable {
        case place(Content, unitPrice: Int64)
        case remove
    }

    /// What was chosen, before it is known what it costs.
    package struct Content: Hashable, Sendable {
        package let what: What
        package var quantity: Int64
        package var picks: [Pick]

        package enum What: Hashable, Sendable {
            case item(String)
            /// Named and priced by whoever chose it.
            case free(name: String, price: Money)
        }

        package init(what: What, quantity: Int64, picks: [Pick]) {
            self.what = what
            self.quantity = quantity
            self.picks = picks
        }
    }

    /// The options that somebody picked of a group.
    package struct Pick: Hashable, Sendable {
        package let group: String
        package let options: [String]
        /// Who picked them, where several build one thing; the participant otherwise.
        package let by: Int

        package init(group: String, options: [String], by: Int) {
            self.group = group
            self.options = options
            self.by = by
        }
    }

    /// What it costs, if it counts.
    package var amount: Int64 { state == .placed ? unitPrice * content.quantity : 0 }

    /// How many of its item it takes, if it counts.
    package var pieces: Int64 { state == .placed ? content.quantity : 0 }
}

extension [Choice] {
    /// What each participant has placed comes to.
    var itemsByPerson: [Int: Int64] {
        Dictionary(
            filter { $0.state == .placed }.map { ($0.participant, $0.amount) },
            uniquingKeysWith: +)
    }
}
