import Crypto
import JSON
import Merchants
import Postgres
import Vocabulary

/// A shared order as it is at one moment, with who chose what.
package struct SharedOrderView: Sendable {
    package let order: SharedOrder
    package let terms: SharedOrderTerms
    package let people: [Person]
    /// What is placed, and what waits for its message.
    package let choices: [Choice]
    /// Of the present round.
    package let shares: [Share]
    package let readAt: Instant

    package struct Person: Sendable {
        package let number: Int
        /// Nothing where none was given, or it was erased.
        package let name: String?
        package let person: UUID128
        package let total: Int64
        package let choices: Int
        package let isPresent: Bool
        package let wasRemoved: Bool
        /// As Messages names them on their devices.
        package let devices: [UUID128]
        /// What they have of the order in their Wallet, or could have.
        package let pass: UUID128?
    }

    package var state: SharedOrder.State { order.state(at: readAt) }

    package func bill(_ rounding: Rounding) -> SharedBill? {
        SharedBill(items: choices.itemsByPerson, terms, tip: order.tip, rounding: rounding)
    }

    /// Of exactly what is placed: who pays says which they saw.
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
