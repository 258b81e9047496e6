import Crypto
import JSON
import Merchants
import Postgres
import Vocabulary

/// A snapshot of a shared order, with each participant's choices.
package struct SharedOrderView: Sendable {
    package let order: SharedOrder
    package let terms: SharedOrderTerms
    package let people: [Person]
    /// Placed choices, and choices that wait for their message.
    package let choices: [Choice]
    /// The shares of the current round.
    package let shares: [ParticipantShare]
    package let readAt: Instant

    package struct Person: Sendable {
        package let number: Int
        /// Nil if the person gave no name, or if it was erased.
        package let name: String?
        package let person: UUID128
        package let total: Int64
        package let choices: Int
        package let isPresent: Bool
        package let wasRemoved: Bool
        /// Messages' identifiers of the person on their devices.
        package let devices: [UUID128]
        /// The pass for their participation in the order, if one was issued.
        package let pass: UUID128?
    }

    package var state: SharedOrder.State { order.state(at: readAt) }

    package func bill(_ rounding: Rounding) -> SharedBill? {
        SharedBill(items: choices.itemsByPerson, terms, tip: order.tip, rounding: rounding)
    }

    /// The hash of exactly the placed choices; a payer sends it to say which choices they saw.
    package var hash: [UInt8] { Self.hash(of: choices) }

    static func hash(of choices: [Choice]) -> [UInt8] {
        let placed = choices.filter { $0.state == .placed }
            .sorted { ($0.participant, $0.name) < ($1.participant, $1.name) }
        return SHA256.hash(
            Writer.value { writer in
                writer.array(placed) { choice, entry in
                    entry.object {
                        $0.member("participant", choice.participant)
                        $0.member("choice", choice.name)
                        $0.member("item", ifPresent: choice.content.item)
                        $0.member("name", ifPresent: choice.content.freeName)
                        $0.member("quantity", choice.content.quantity)
                        $0.member("options", raw: Array(choice.content.pickJSON.utf8))
                        $0.member("unitPrice", choice.unitPrice)
                    }
                }
            })
    }
}
