import Outbox
import Postgres
import Vocabulary

/// Writes down whose time is over: locks that lapsed and orders whose deadline has passed.
package struct EndSharedOrders: Sendable {
    private let desk: SharedOrderDesk
    private let now: Instant

    package init(_ desk: SharedOrderDesk, now: Instant) {
        self.desk = desk
        self.now = now
    }

    package static let batch = 100

    /// How many were ended or opened again.
    package func callAsFunction() async throws -> Int {
        let due = try await desk.database.run(SharedOrder.due(at: now, limit: Self.batch)).map {
            SharedOrder.ID(
                merchant: try $0.get("merchant_id"), uuid: try $0.get("shared_order_id"))
        }
        // One that cannot be ended holds up no other.
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

/// Forgets whom an order was of, a month after it ended: names, and how Messages called their devices.
package struct EraseSharedOrders: Sendable {
    private let now: Instant

    package init(now: Instant) { self.now = now }

    package static let batch = 500
    /// Long enough to ask who ordered what; no longer than that.
    package static let keptSeconds: Int64 = 30 * 86_400

    /// How many were erased.
    package func callAsFunction(on database: Database) async throws -> Int {
        let before = now.adding(seconds: -Self.keptSeconds)
        return try await database.run(
            SharedOrder.erase(before: before, limit: Self.batch)
        ).count
    }
}

/// Forgets whom an order that has ended was of, because its merchant says so.
package struct EraseSharedOrder: Sendable {
    package let order: SharedOrder.ID
    package let now: Instant

    package init(_ order: SharedOrder.ID, now: Instant) {
        self.order = order
        self.now = now
    }

    package func callAsFunction(at desk: SharedOrderDesk) async throws {
        _ = try await desk.change(order, participants: [], at: now) { held, transaction in
            let state = held.order.state(at: held.now)
            guard state.hasEnded else { throw SharedOrderRefusal.notOpen(state) }
            guard held.order.dataKey != nil else { return }
            try transaction.later(SharedOrder.forgetPeople(of: order))
            held.order.dataKey = nil
            held.touch()
        }
    }
}
