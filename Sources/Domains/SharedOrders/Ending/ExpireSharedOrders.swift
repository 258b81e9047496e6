import Outbox
import Postgres
import Vocabulary

/// Expires orders whose deadline has passed and reopens orders whose lock has expired.
package struct ExpireSharedOrders: Sendable {
    private let service: SharedOrderService
    private let now: Instant

    package init(_ service: SharedOrderService, now: Instant) {
        self.service = service
        self.now = now
    }

    package static let batch = 100

    /// - Returns: the number of orders that were due.
    package func callAsFunction() async throws -> Int {
        let due = try await service.database.run(
            SharedOrder.pastDeadline(at: now, limit: Self.batch)
        ).map {
            SharedOrder.ID(
                merchant: try $0.get("merchant_id"), uuid: try $0.get("shared_order_id"))
        }
        // An order that fails does not hold up the others.
        var failure: (any Error)?
        for order in due {
            do {
                try await end(order)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return due.count
    }

    private func end(_ order: SharedOrder.ID) async throws {
        // `change` itself reopens an order whose lock has expired.
        _ = try await service.change(order, participants: [], at: now) { aggregate, transaction in
            guard aggregate.order.state == .open,
                aggregate.order.state(at: aggregate.now) == .expired
            else {
                return
            }
            aggregate.order.state = .expired
            aggregate.order.endedAt = aggregate.now
            aggregate.touch()
            try transaction.enqueue(aggregate.makeEvent(.sharedOrderExpired).insert)
        }
    }
}
