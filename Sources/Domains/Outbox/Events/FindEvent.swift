import Postgres

/// Finds one event within its retention.
package struct FindEvent: Verb {
    package let event: Event.ID

    package init(event: Event.ID) { self.event = event }

    package func callAsFunction(in transaction: Transaction) throws -> Event {
        guard let row = try transaction.run(Event.find(event)).first else {
            throw OutboxRefusal.eventNotFound
        }
        return try Event(row: row)
    }
}
