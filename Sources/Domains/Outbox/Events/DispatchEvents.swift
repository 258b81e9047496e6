import Postgres
import Vocabulary

/// An event handler: one domain's reaction to events of another.
///
/// It runs in the transaction that moves the cursor, so once for each event. It must not throw
/// because of one bad event: that event would come again and block all that follow.
package struct EventHandler: Sendable {
    package let types: Set<Event.Kind>
    package let handle: @Sendable (Event, Transaction) throws -> Void

    package init(
        for types: Set<Event.Kind>, handle: @escaping @Sendable (Event, Transaction) throws -> Void
    ) {
        self.types = types
        self.handle = handle
    }
}

/// Passes each event to its handlers, in stored order. Of several workers, one reads and the others
/// skip the run.
package struct DispatchEvents: Verb {
    package let handlers: [EventHandler]

    package init(_ handlers: [EventHandler]) { self.handlers = handlers }

    /// Events read by one transaction; most have no handler.
    package static let batch = 500

    /// Returns the number of events read.
    package func callAsFunction(in transaction: Transaction) throws -> Int {
        let types = Set(handlers.flatMap(\.types))
        let rows = try transaction.run(
            Event.readAfterCursor("reactions", limit: DispatchEvents.batch))
        for row in rows {
            let type: String = try row.get("event_type")
            guard let kind = Event.Kind(rawValue: type), types.contains(kind) else { continue }
            let event = try Event(row: row)
            for handler in handlers where handler.types.contains(kind) {
                try handler.handle(event, transaction)
            }
        }
        return rows.count
    }
}
