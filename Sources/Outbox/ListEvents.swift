import Merchants
import Postgres
import Vocabulary

/// A page of a merchant's events in the order in which they were kept.
///
/// An event is listed once everything before it is: as long as an older transaction is open, which
/// may still bring one, what came after it waits. So whoever goes on from the last event that was
/// read never passes over one.
package struct ListEvents: Sendable {
    package var merchant: MerchantNumber
    package var type: Event.Kind?
    package var object: String?
    /// Where to go on.
    package var after: Event.ID?
    package var isNewestFirst = false
    package var limit: Int

    package init(merchant: MerchantNumber, limit: Int) {
        self.merchant = merchant
        self.limit = limit
    }

    package func callAsFunction(in transaction: Transaction) throws -> [Event] {
        var place: Event.Place?
        if let after {
            guard let row = try transaction.run(Event.place(of: after)).first else {
                throw OutboxRefusal.eventOfCursorNotFound
            }
            place = try Event.Place(row: row)
        }
        return try transaction.run(Event.page(self, after: place)).map(Event.init(row:))
    }
}
