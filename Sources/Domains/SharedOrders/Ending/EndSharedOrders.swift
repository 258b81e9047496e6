import Outbox
import Postgres
import Vocabulary

/// Expires orders whose deadline has passed and reopens orders whose lock has lapsed.
package struct EndSharedOrders: Sendable {
    private let desk: SharedOrderDesk
    private let now: Instant

    package init(_ desk: SharedOrderDesk, now: Instant) {
        self.desk = desk
        self.now = now
    }

    package static let batch = 100

    /// - Returns: the number of orders that were due.
    package func callAsFunction() async throws -> Int {
        let due = try await desk.database.run(SharedOrder.due(at: now, limit: Self.batch)).map {
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
        let identify = desk.identify
        _ = try await desk.change(order, participants: [], at: now) { held, transaction in
            guard held.order.state == .open, held.order.state(at: held.now) == .expired else {
                return
            }
            held.order.state = .expired
            held.order.endedAt = held.now
            held.touch()
            try transaction.later(held.tell(.sharedOrderExpired, identify).insert)
        }
    }
}
