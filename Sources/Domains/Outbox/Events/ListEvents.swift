import Merchants
import Postgres
import Vocabulary

/// Lists one page of a merchant's events in stored order.
///
/// An event is listed only after all events before it. While an older transaction is open, it may
/// still commit an earlier event, so later events wait. A caller that continues after the last
/// event it has read therefore never misses one.
package struct ListEvents: Sendable {
    package var merchant: MerchantNumber
    package var type: Event.Kind?
    package var object: String?
    /// The event after which the page starts.
    package var after: Event.ID?
    package var isNewestFirst = false
    package var limit: Int

    package init(merchant: MerchantNumber, limit: Int) {
        self.merchant = merchant
        self.limit = limit
    }

    package func callAsFunction(in transaction: Transaction) throws -> Page<Event> {
        var position: Event.Position?
        if let after {
            guard let row = try transaction.run(Event.position(of: after)).first else {
                throw OutboxRefusal.eventOfCursorNotFound
            }
            position = try Event.Position(row: row)
        }
        return try transaction.page(
            Event.page(self, after: position), limit: limit,
            scanning: Event.scan(self, after: position),
            Event.init(row:))
    }
}
