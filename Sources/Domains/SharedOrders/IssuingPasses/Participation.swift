import Vocabulary

/// One person's participation in an order, which a pass may represent.
package struct Participation: Hashable, Sendable {
    package let order: SharedOrder.ID
    package let participant: Int

    package init(order: SharedOrder.ID, participant: Int) {
        self.order = order
        self.participant = participant
    }

    /// The form in which a pass stores it.
    package var text: String { "\(order.text)-\(participant)" }

    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let order = SharedOrder.ID(String(parts[0])),
            let participant = Int(parts[1]), participant > 0
        else { return nil }
        self.init(order: order, participant: participant)
    }
}
