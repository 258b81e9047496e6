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

    package func callAsFunction(on service: SharedOrderService) async throws -> SharedOrderView {
        let terms = try await service.terms(of: order)
        guard
            let row = try await service.database.run(SharedOrder.view(order), groupCommit: .reading)
                .first
        else { throw SharedOrderRefusal.notFound }
        let found = try SharedOrder(row: row)
        let seal = try SharedOrderSeal(found.dataKey, of: order, keys: service.keys)
        let devices = try JSONRow.all(row.get("devices"))
        let people = try JSONRow.all(row.get("people")).map {
            try SharedOrderView.Person($0, seal, devices)
        }
        return SharedOrderView(
            order: found, terms: terms, people: people,
            choices: try JSONRow.all(row.get("chosen")).map { try Choice($0, found.currency) },
            shares: try JSONRow.all(row.get("shares")).map { try ParticipantShare($0, of: order) },
            readAt: now)
    }
}
