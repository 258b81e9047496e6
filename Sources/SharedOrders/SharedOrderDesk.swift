import Crypto
import Postgres
import Synchronization
import Vocabulary

/// With what shared orders are kept: where they are, their keys, what is known of their menus, and who
/// hears of a change.
package final class SharedOrderDesk: Sendable {
    package let database: Database
    package let keys: KeyRing
    package let identify: @Sendable (Instant) -> UUID128
    /// Hears of each new version after it was kept.
    private let listener = Mutex<Listener?>(nil)
    private let known = Mutex<[SharedOrder.ID: Known]>([:])
    let queue = ChoosingQueue()

    /// A closure in a generic place is wrapped anew each time it is looked at, and each time deeper: so it has a place of its own.
    private struct Listener: Sendable {
        let hear: @Sendable (SharedOrder.ID, Int64) -> Void
    }

    private struct Known: Sendable {
        let terms: SharedOrderTerms
        let generation: Int
        let since: Instant
    }

    /// So long a link that was given back at another server still opens here.
    private static let freshSeconds: Int64 = 5
    /// A menu of the usual size takes some ten kilobytes.
    private static let knownMax = 2_000

    package init(
        database: Database, keys: KeyRing, identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.database = database
        self.keys = keys
        self.identify = identify
    }

    package func listen(_ listen: @escaping @Sendable (SharedOrder.ID, Int64) -> Void) {
        listener.withLock { $0 = Listener(hear: listen) }
    }

    package func tell(_ order: SharedOrder.ID, _ version: Int64) {
        listener.withLock { $0 }?.hear(order, version)
    }

    /// What an order's merchant has said of it, which never changes.
    package func terms(of order: SharedOrder.ID) async throws -> SharedOrderTerms {
        if let known = known.withLock({ $0[order] }) { return known.terms }
        return try await look(at: order).terms
    }

    /// Whether a token opens its order yet: it may have been given back elsewhere a few seconds ago.
    package func isKnown(_ token: ShareToken, at now: Instant) async throws -> Bool {
        let held = known.withLock { $0[token.order] }
        if let held, (0..<Self.freshSeconds).contains(now.seconds(since: held.since)) {
            return held.generation == token.generation
        }
        guard let held else {
            do {
                return try await look(at: token.order, now).generation == token.generation
            } catch SharedOrderRefusal.notFound {
                return false
            }
        }
        // Its menu is known for good; only the link may be another by now.
        guard
            let row = try await database.run(
                SharedOrder.generation(token.order), sharing: .reading
            ).first
        else {
            known.withLock { $0[token.order] = nil }
            return false
        }
        let looked = Known(
            terms: held.terms, generation: try row.get("generation"), since: now)
        remember(looked, of: token.order)
        return looked.generation == token.generation
    }

    private func look(at order: SharedOrder.ID, _ now: Instant = .past) async throws -> Known {
        guard
            let row = try await database.run(SharedOrder.terms(order), sharing: .reading).first
        else {
            known.withLock { $0[order] = nil }
            throw SharedOrderRefusal.notFound
        }
        let looked = Known(
            terms: try SharedOrderTerms(stored: try row.get("terms")),
            generation: try row.get("generation"), since: now)
        remember(looked, of: order)
        return looked
    }

    private func remember(_ looked: Known, of order: SharedOrder.ID) {
        known.withLock { known in
            // Any of them gives way: all at once would be read again all at once.
            if known.count >= Self.knownMax, known[order] == nil, let other = known.keys.first {
                known[other] = nil
            }
            // It may have been looked for before its link was given back.
            if let held = known[order], held.generation > looked.generation { return }
            known[order] = looked
        }
    }

    package func remember(_ terms: SharedOrderTerms, of order: SharedOrder, at now: Instant) {
        remember(Known(terms: terms, generation: order.generation, since: now), of: order.id)
    }

    /// The old link opens it here no more; at other servers not for long.
    func remember(generation: Int, of order: SharedOrder.ID, at now: Instant) {
        known.withLock { known in
            guard let held = known[order], held.generation < generation else { return }
            known[order] = Known(terms: held.terms, generation: generation, since: now)
        }
    }

    /// How far orders have come.
    package func versions(of orders: [SharedOrder.ID]) async throws -> [(SharedOrder.ID, Int64)] {
        guard !orders.isEmpty else { return [] }
        return try await database.run(SharedOrder.versions(of: orders), sharing: .reading).map {
            let id = SharedOrder.ID(
                merchant: try $0.get("merchant_id"), uuid: try $0.get("shared_order_id"))
            return (id, try $0.get("version"))
        }
    }

    /// Changes an order under its lock, and tells of it when it was kept.
    ///
    /// - Parameter participants: whose rows and choices the change looks at.
    func change<Value: Sendable>(
        _ order: SharedOrder.ID, participants: [Int], at now: Instant,
        _ change: @escaping @Sendable (inout HeldOrder, Transaction) throws -> Value
    ) async throws -> (value: Value, version: Int64) {
        let terms = try await terms(of: order)
        let identify = identify
        let changed = try await database.transaction { transaction in
            var held = try HeldOrder(
                order, terms, participants: participants, now: now, in: transaction)
            let before = held.order.version
            try held.reopenIfLapsed(identify, in: transaction)
            let value = try change(&held, transaction)
            try held.store(in: transaction)
            return (
                value: value, version: held.order.version, hasChanged: held.order.version > before
            )
        }
        if changed.hasChanged { tell(order, changed.version) }
        return (changed.value, changed.version)
    }
}

extension Instant {
    /// Long ago: what was read then is not fresh.
    fileprivate static let past = Instant(microseconds: 0)
}
