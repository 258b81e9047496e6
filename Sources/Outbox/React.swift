import Postgres
import Vocabulary

/// What one domain does about what happened in another: decided by the type of an event, done in the
/// transaction that notes that it was read, so once.
///
/// It must not throw for what is wrong with one event: that event would come again, and hold up all
/// that follow.
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

/// Hands each event to the reactions that want it, in the order in which all were kept. Of several
/// workers one reads and the others pass.
package struct React: Sendable {
    package let reactions: [Reaction]

    package init(_ reactions: [Reaction]) { self.reactions = reactions }

    /// Events that are read by one transaction; most of them are nobody's.
    package static let batch = 500

    /// How many were read.
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
