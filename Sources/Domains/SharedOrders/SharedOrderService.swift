import Crypto
import Postgres
import Threads
import Vocabulary

/// The dependencies of shared orders: the database, the keys, a cache of terms, and a listener for
/// changes.
package final class SharedOrderService: Sendable {
    package let database: Database
    package let keys: KeyRing
    private let identify: @Sendable (Instant) -> UUID128
    /// Called with each new version after its commit.
    private let listener = Locked<Listener?>(nil)
    private let cached = Locked<[SharedOrder.ID: CachedOrder]>([:])
    let queue = ChoiceQueue()

    /// Swift wraps a closure that is stored in a generic type again on each access, one level
    /// deeper each time. A struct around the closure avoids this.
    private struct Listener: Sendable {
        let onChange: @Sendable (SharedOrder.ID, Int64) -> Void
    }

    private struct CachedOrder: Sendable {
        let terms: SharedOrderTerms
        let generation: Int
        let since: Instant
    }

    /// The time for which a link that was revoked on another server still opens the order on this
    /// one.
    private static let freshSeconds: Int64 = 5
    /// Limits the cache: a menu of usual size takes some ten kilobytes.
    private static let cachedMax = 2_000

    package init(
        database: Database, keys: KeyRing, identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.database = database
        self.keys = keys
        self.identify = identify
    }

    func moment(_ now: Instant) -> Moment { Moment(now, identify: identify) }

    package func listen(_ listen: @escaping @Sendable (SharedOrder.ID, Int64) -> Void) {
        listener.withLock { $0 = Listener(onChange: listen) }
    }

    package func publish(_ order: SharedOrder.ID, _ version: Int64) {
        listener.withLock { $0 }?.onChange(order, version)
    }

    /// An order's terms, which never change.
    package func terms(of order: SharedOrder.ID) async throws -> SharedOrderTerms {
        if let cached = cached.withLock({ $0[order] }) { return cached.terms }
        return try await load(order).terms
    }

    /// True if a token still opens its order; another server may have revoked it a few seconds ago.
    package func isKnown(_ token: ShareToken, at now: Instant) async throws -> Bool {
        let held = cached.withLock { $0[token.order] }
        if let held, (0..<Self.freshSeconds).contains(now.seconds(since: held.since)) {
            return held.generation == token.generation
        }
        guard let held else {
            do {
                return try await load(token.order, now).generation == token.generation
            } catch SharedOrderRefusal.notFound {
                return false
            }
        }
        // The terms never change; only the link may have been renewed.
        guard
            let row = try await database.run(
                SharedOrder.generation(token.order), groupCommit: .reading
            ).first
        else {
            cached.withLock { $0[token.order] = nil }
            return false
        }
        let loaded = CachedOrder(
            terms: held.terms, generation: try row.get("generation"), since: now)
        remember(loaded, of: token.order)
        return loaded.generation == token.generation
    }

    private func load(_ order: SharedOrder.ID, _ now: Instant = .past) async throws -> CachedOrder {
        guard
            let row = try await database.run(SharedOrder.terms(order), groupCommit: .reading).first
        else {
            cached.withLock { $0[order] = nil }
            throw SharedOrderRefusal.notFound
        }
        let loaded = CachedOrder(
            terms: try SharedOrderTerms(stored: try row.get("terms")),
            generation: try row.get("generation"), since: now)
        remember(loaded, of: order)
        return loaded
    }

    private func remember(_ loaded: CachedOrder, of order: SharedOrder.ID) {
        cached.withLock { cached in
            // Evicts any one entry: clearing the cache would make the server read all of them again
            // at once.
            if cached.count >= Self.cachedMax, cached[order] == nil, let other = cached.keys.first {
                cached[other] = nil
            }
            // The row may have been read before the link was renewed.
            if let held = cached[order], held.generation > loaded.generation { return }
            cached[order] = loaded
        }
    }

    package func remember(_ terms: SharedOrderTerms, of order: SharedOrder, at now: Instant) {
        remember(CachedOrder(terms: terms, generation: order.generation, since: now), of: order.id)
    }

    /// The old link stops working at once on this server, and within seconds on the others.
    func remember(generation: Int, of order: SharedOrder.ID, at now: Instant) {
        cached.withLock { cached in
            guard let held = cached[order], held.generation < generation else { return }
            cached[order] = CachedOrder(terms: held.terms, generation: generation, since: now)
        }
    }

    /// The current versions of the given orders.
    package func versions(of orders: [SharedOrder.ID]) async throws -> [(SharedOrder.ID, Int64)] {
        guard !orders.isEmpty else { return [] }
        return try await database.run(SharedOrder.versions(of: orders), groupCommit: .reading).map {
            let id = SharedOrder.ID(
                merchant: try $0.get("merchant_id"), uuid: try $0.get("shared_order_id"))
            return (id, try $0.get("version"))
        }
    }

    /// Changes an order under its lock, and notifies the listener after the commit.
    ///
    /// - Parameter participants: the numbers of the participants whose rows and choices the change
    ///   needs.
    func change<Value: Sendable>(
        _ order: SharedOrder.ID, participants: [Int], at now: Instant,
        _ change: @escaping @Sendable (inout SharedOrderAggregate, Transaction) throws -> Value
    ) async throws -> (value: Value, version: Int64) {
        let terms = try await terms(of: order)
        let moment = moment(now)
        let changed = try await database.transaction { transaction in
            var held = try SharedOrderAggregate(
                order, terms, participants: participants, at: moment, in: transaction)
            let before = held.order.version
            try held.reopenIfLapsed(in: transaction)
            let value = try change(&held, transaction)
            try held.store(in: transaction)
            return (
                value: value, version: held.order.version, hasChanged: held.order.version > before
            )
        }
        if changed.hasChanged { publish(order, changed.version) }
        return (changed.value, changed.version)
    }
}

extension Instant {
    /// A time so long ago that a value read then is never fresh.
    fileprivate static let past = Instant(microseconds: 0)
}
