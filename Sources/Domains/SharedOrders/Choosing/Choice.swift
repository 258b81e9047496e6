import Vocabulary

/// One choice of one participant. Each choice has its own row, so that participants never overwrite
/// each other's choices.
package struct Choice: Hashable, Sendable {
    package let participant: Int
    /// The participant's own name for the choice; identifies a repeated call.
    package let name: String
    package var state: State
    package var content: Content
    /// The price of one piece with its options, in minor units.
    package var unitPrice: Int64
    /// The order's version at the choice's last change; a caller who changes the choice sends the
    /// version that they saw.
    package var version: Int64
    /// A change that takes effect when its message is sent.
    package var change: Change?
    package var message: Int?

    package enum State: String, Sendable {
        /// Waits for its message to be sent; does not count before.
        case staged
        case placed
        /// The row stays, so that a late repeated call does not restore the choice.
        case removed
    }

    /// The pending change of a placed choice.
    package enum Change: Hashable, Sendable {
        case place(Content, unitPrice: Int64)
        case remove
    }

    /// The contents of a choice, before it has a price.
    package struct Content: Hashable, Sendable {
        package let product: Product
        package var quantity: Int64
        package var picks: [Pick]

        package enum Product: Hashable, Sendable {
            case item(String)
            /// Named and priced by the participant.
            case free(name: String, price: Money)
        }

        package init(product: Product, quantity: Int64, picks: [Pick]) {
            self.product = product
            self.quantity = quantity
            self.picks = picks
        }
    }

    /// The options that one participant picked from a group.
    package struct Pick: Hashable, Sendable {
        package let group: String
        package let options: [String]
        /// The participant who picked the options; differs from the choice's owner if several
        /// people build the item.
        package let by: Int

        package init(group: String, options: [String], by: Int) {
            self.group = group
            self.options = options
            self.by = by
        }
    }

    /// The price of a placed choice in minor units; 0 for any other.
    package var amount: Int64 { state == .placed ? unitPrice * content.quantity : 0 }

    /// The number of pieces that a placed choice takes; 0 for any other.
    package var pieces: Int64 { state == .placed ? content.quantity : 0 }
}

extension [Choice] {
    /// The total of each participant's placed choices.
    var itemsByPerson: [Int: Int64] {
        Dictionary(
            filter { $0.state == .placed }.map { ($0.participant, $0.amount) },
            uniquingKeysWith: +)
    }
}
