import Postgres
import Vocabulary

/// An event handler: one domain's reaction to events of another.
///
/// It runs in the transaction that moves the cursor, so once for each event. It must not throw
/// because of one bad event: that event would come again and block all that follow.
package struct Reaction: Sendable {
    package let types: Set<Event.Kind>
    package let act: @Sendable (Event, Transaction) throws -> Void

    package init(
        to types: Set<Event.Kind>, act: @escaping @Sendable (Event, Transaction) throws -> Void
    ) {
        self.types = types
        self.act = act
    }
}

/// Passes each event to its handlers, in stored order. Of several workers, one reads and the others
/// skip the run.
package struct React: Sendable {
    package let reactions: [Reaction]

    package init(_ reactions: [Reaction]) { self.reactions = reactions }

    /// Events read by one transaction; most have no handler.
    package static let batch = 500

    /// Returns the number of events read.
    package func callAsFunction(in transaction: Transaction) throws -> Int {
        let types = Set(reactions.flatMap(\.types))
        let rows = try transaction.run(Event.readOn("reactions", limit: React.batch))
        for row in rows {
            let type: String = try row.get("event_type")
            guard let kind = Event.Kind(rawValue: type), types.contains(kind) else { continue }
            let event = try Event(row: row)
            for reaction in reactions where reaction.types.contains(kind) {
                try reaction.act(event, transaction)
            }
        }
        return rows.count
    }
}
