import Crypto
import JSON
import Merchants
import Postgres
import Vocabulary

/// Reads a shared order in one statement: one snapshot, without a lock and without a write.
package struct FindSharedOrder: Sendable {
    package let order: SharedOrder.ID
    package let now: Instant

    package init(_ order: SharedOrder.ID, now: Instant) {
        self.order = order
        self.now = now
    }

    package func callAsFunction(at desk: SharedOrderDesk) async throws -> SharedOrderView {
        let terms = try await desk.terms(of: order)
        guard
            let row = try await desk.database.run(SharedOrder.view(order), sharing: .reading).first
        else { throw SharedOrderRefusal.notFound }
        let found = try SharedOrder(row: row)
        let seal = try SharedOrderSeal(found.dataKey, of: order, keys: desk.keys)
        let devices = try ListedRow.all(row.get("devices"))
        let people = try ListedRow.all(row.get("people")).map {
            try SharedOrderView.Person($0, seal, devices)
        }
        return SharedOrderView(
            order: found, terms: terms, people: people,
            choices: try ListedRow.all(row.get("chosen")).map { try Choice($0, found.currency) },
            shares: try ListedRow.all(row.get("shares")).map { try Share($0, of: order) },
            readAt: now)
    }
}
