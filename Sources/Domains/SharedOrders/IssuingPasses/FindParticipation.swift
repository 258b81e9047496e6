import Postgres
import Vocabulary

/// Finds what a participant ordered and paid in an order.
package struct FindParticipation: Verb {
    package let participation: Participation

    package init(_ participation: Participation) { self.participation = participation }

    package struct Found: Sendable {
        package let title: String
        package let reference: String?
        package let endedAt: Instant?
        /// The number of placed choices.
        package let choices: Int
        package let items: Money
        /// The sum of the shares that this participant paid, with fees, tax and tip; they may cover
        /// items of others.
        package let paid: Money
    }

    package func callAsFunction(in transaction: Transaction) throws -> Found? {
        guard let row = try transaction.run(Participant.participation(participation)).first else {
            return nil
        }
        let terms = try SharedOrderTerms(stored: try row.get("terms"))
        let money = { Money(minorUnits: $0, currency: terms.currency) }
        return Found(
            title: terms.title, reference: terms.reference, endedAt: try row.get("ended_at"),
            choices: try row.get("choices"), items: money(try row.get("total")),
            paid: money(try row.get("paid")))
    }
}
