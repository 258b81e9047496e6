import HTTP
import JSON
import Merchants
import SharedOrders
import Synchronization
import Vocabulary

/// The clients that watch a shared order: each has an open answer and receives the newest state.
///
/// Changes in this process are sent at once. Once a second, a query finds the changes that other
/// servers made to the orders watched here: a notification by the database would hold up every
/// commit (docs/decisions/0032).
final class Onlookers: Sendable {
    private let desk: SharedOrderDesk
    private let registry: Registry
    private let now: @Sendable () -> Instant
    private let crowds = Mutex<[SharedOrder.ID: Crowd]>([:])
    private let isLooking = Mutex(false)

    /// Enough for a conversation of a hundred people with two devices each.
    static let perOrderMax = 200
    private static let lookEvery = Duration.seconds(1)

    private struct Crowd {
        var people: [UInt64: Onlooker] = [:]
        var nextNumber: UInt64 = 1
        /// The newest version that was announced.
        var told: Int64 = 0
        var isReading = false
    }

    private struct Onlooker {
        let outflow: Outflow
        /// The version that the client has; it never receives an older one afterwards.
        var version: Int64
        /// The generation of the link with which the client watches.
        let generation: Int
    }

    init(at desk: SharedOrderDesk, of registry: Registry, now: @escaping @Sendable () -> Instant) {
        self.desk = desk
        self.registry = registry
        self.now = now
        desk.listen { [weak self] order, version in self?.hear(order, version) }
    }

    /// Adds a client; nil if the order has the maximum number of them already.
    ///
    /// - Parameter version: the version that the client has seen before.
    func join(_ token: ShareToken, having version: Int64) -> Outflow? {
        let order = token.order
        let number = crowds.withLock { crowds -> UInt64? in
            var crowd = crowds[order] ?? Crowd()
            guard crowd.people.count < Self.perOrderMax else { return nil }
            let number = crowd.nextNumber
            crowd.nextNumber += 1
            let outflow = Outflow { [weak self] in self?.leave(order, number) }
            crowd.people[number] = Onlooker(
                outflow: outflow, version: version, generation: token.generation)
            crowds[order] = crowd
            return number
        }
        lookElsewhere()
        return number.flatMap { number in
            crowds.withLock { $0[order]?.people[number]?.outflow }
        }
    }

    private func leave(_ order: SharedOrder.ID, _ number: UInt64) {
        crowds.withLock { crowds in
            crowds[order]?.people[number] = nil
            if crowds[order]?.people.isEmpty ?? false { crowds[order] = nil }
        }
    }

    /// Handles a newer version. If several arrive during a read, only the newest is read next.
    private func hear(_ order: SharedOrder.ID, _ version: Int64) {
        let reads = crowds.withLock { crowds -> Bool in
            guard var crowd = crowds[order], version > crowd.told else { return false }
            crowd.told = version
            let reads = !crowd.isReading
            crowd.isReading = true
            crowds[order] = crowd
            return reads
        }
        if reads { Task { await read(order) } }
    }

    private func read(_ order: SharedOrder.ID) async {
        while true {
            let view = try? await FindSharedOrder(order, now: now())(at: desk)
            if let view, let merchant = try? await registry.merchant(order.merchant) {
                show(view, merchant.settings.taxRounding)
            }
            // If the order cannot be read now, the next change or the next second tries again.
            let seen = view?.order.version ?? .max
            let isDone = crowds.withLock { crowds -> Bool in
                guard var crowd = crowds[order] else { return true }
                crowd.isReading = crowd.told > seen
                crowds[order] = crowd
                return !crowd.isReading
            }
            if isDone { return }
        }
    }

    /// Sends a state to all clients that have an older one; they share one array.
    private func show(_ view: SharedOrderView, _ rounding: Rounding) {
        let event = view.event(rounding)
        let version = view.order.version
        // Sends under the lock, so that two states cannot overtake each other.
        crowds.withLock { crowds in
            guard var crowd = crowds[view.order.id] else { return }
            for (number, person) in crowd.people where person.version < version {
                guard person.generation == view.order.generation else {
                    // The link was revoked, so the client leaves when its answer ends.
                    person.outflow.end()
                    continue
                }
                crowd.people[number]?.version = version
                person.outflow.send(event)
            }
            crowds[view.order.id] = crowd
        }
    }

    /// Sends a new client the current state, unless it has that already.
    func greet(_ order: SharedOrder.ID) async {
        guard let view = try? await FindSharedOrder(order, now: now())(at: desk),
            let merchant = try? await registry.merchant(order.merchant)
        else { return }
        show(view, merchant.settings.taxRounding)
    }

    // MARK: Other servers

    /// Looks for other servers' changes once a second while any client watches.
    private func lookElsewhere() {
        let begins = isLooking.withLock { isLooking -> Bool in
            defer { isLooking = true }
            return !isLooking
        }
        guard begins else { return }
        Task {
            while true {
                try? await Task.sleep(for: Self.lookEvery)
                let orders = crowds.withLock { Array($0.keys) }
                let isOver = isLooking.withLock { isLooking -> Bool in
                    guard crowds.withLock(\.isEmpty) else { return false }
                    isLooking = false
                    return true
                }
                if isOver { return }
                for (order, version) in (try? await desk.versions(of: orders)) ?? [] {
                    hear(order, version)
                }
            }
        }
    }
}

extension SharedOrderView {
    /// The state as an event of a stream (HTML Living Standard, 9.2.6).
    fileprivate func event(_ rounding: Rounding) -> [UInt8] {
        Array("id: \(order.version)\nevent: state\ndata: ".utf8) + bytes(for: .link, rounding)
            + Array("\n\n".utf8)
    }
}

extension Services {
    /// Streams the states of an order to a client that does not want to poll.
    @Sendable func watchShared(_ call: Call) async throws -> Response {
        guard let token = call.sharer?.token else { throw SharedOrderRefusal.notFound }
        let last = call.request.headers["Last-Event-ID"].flatMap(Int64.init) ?? 0
        guard let outflow = onlookers.join(token, having: last) else {
            throw Problem(
                429, "too_many_streams",
                "too many open streams for this order: poll its state instead",
                retryAfterSeconds: 30)
        }
        await onlookers.greet(token.order)
        return Response(
            status: 200,
            headers: [
                ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
                ("X-Accel-Buffering", "no"),
            ], outflow: outflow)
    }
}
