import Merchants
import Threads
import Vocabulary

/// The open answer of a client that watches a shared order.
package protocol StateStream: Sendable {
    func send(_ event: [UInt8])
    func end()
}

/// The clients that watch a shared order by server-sent events (SSE): each has an open answer and
/// receives the newest state.
///
/// Changes in this process are sent at once. Once a second, a query finds the changes that other
/// servers made to the orders watched here: a notification by the database would hold up every
/// commit (docs/decisions/0032).
package final class EventSubscribers: Sendable {
    private let service: SharedOrderService
    private let registry: Registry
    private let now: @Sendable () -> Instant
    private let subscribersByOrder = Locked<[SharedOrder.ID: OrderSubscribers]>([:])
    /// True while a task polls for other servers' changes.
    private let isPolling = Locked(false)

    /// Enough for a conversation of a hundred people with two devices each.
    static let perOrderMax = 200
    private static let pollInterval = Duration.seconds(1)

    private struct OrderSubscribers {
        var subscribers: [UInt64: Subscriber] = [:]
        var nextNumber: UInt64 = 1
        /// The newest version that was announced.
        var announcedVersion: Int64 = 0
        var isReading = false
    }

    private struct Subscriber {
        let eventStream: any StateStream
        /// The version that the client has; it never receives an older one afterwards.
        var version: Int64
        /// The generation of the link with which the client watches.
        let generation: Int
    }

    package init(
        at service: SharedOrderService, of registry: Registry,
        now: @escaping @Sendable () -> Instant
    ) {
        self.service = service
        self.registry = registry
        self.now = now
        service.listen { [weak self] order, version in self?.versionChanged(order, version) }
    }

    /// Adds a client; nil if the order has the maximum number of them already.
    ///
    /// - Parameters:
    ///   - version: the version that the client has seen before.
    ///   - open: makes the client's stream, which calls its argument when the client has gone.
    package func subscribe<Stream: StateStream>(
        _ token: ShareToken, having version: Int64,
        open: (_ onEnd: @escaping @Sendable () -> Void) -> Stream
    ) -> Stream? {
        let order = token.order
        let stream = subscribersByOrder.withLock { subscribersByOrder -> Stream? in
            var orderSubscribers = subscribersByOrder[order] ?? OrderSubscribers()
            guard orderSubscribers.subscribers.count < Self.perOrderMax else { return nil }
            let number = orderSubscribers.nextNumber
            orderSubscribers.nextNumber += 1
            let stream = open { [weak self] in self?.unsubscribe(order, number) }
            orderSubscribers.subscribers[number] = Subscriber(
                eventStream: stream, version: version, generation: token.generation)
            subscribersByOrder[order] = orderSubscribers
            return stream
        }
        pollOtherServers()
        return stream
    }

    private func unsubscribe(_ order: SharedOrder.ID, _ number: UInt64) {
        subscribersByOrder.withLock { subscribersByOrder in
            subscribersByOrder[order]?.subscribers[number] = nil
            if subscribersByOrder[order]?.subscribers.isEmpty ?? false {
                subscribersByOrder[order] = nil
            }
        }
    }

    /// Handles a newer version. If several arrive during a read, only the newest is read next.
    private func versionChanged(_ order: SharedOrder.ID, _ version: Int64) {
        let reads = subscribersByOrder.withLock { subscribersByOrder -> Bool in
            guard var orderSubscribers = subscribersByOrder[order],
                version > orderSubscribers.announcedVersion
            else { return false }
            orderSubscribers.announcedVersion = version
            let reads = !orderSubscribers.isReading
            orderSubscribers.isReading = true
            subscribersByOrder[order] = orderSubscribers
            return reads
        }
        if reads { Task { await read(order) } }
    }

    private func read(_ order: SharedOrder.ID) async {
        while true {
            let view = try? await FindSharedOrder(order, now: now())(on: service)
            var shown: Int64?
            if let view, let merchant = try? await registry.merchant(order.merchant) {
                show(view, merchant.settings.taxRounding)
                shown = view.order.version
            }
            let isDone = subscribersByOrder.withLock { subscribersByOrder -> Bool in
                guard var orderSubscribers = subscribersByOrder[order] else { return true }
                if let shown {
                    orderSubscribers.isReading = orderSubscribers.announcedVersion > shown
                } else {
                    // The state cannot be read now: the next poll announces its version again.
                    orderSubscribers.announcedVersion = 0
                    orderSubscribers.isReading = false
                }
                subscribersByOrder[order] = orderSubscribers
                return !orderSubscribers.isReading
            }
            if isDone { return }
        }
    }

    /// Sends a state to all clients that have an older one; they share one array.
    private func show(_ view: SharedOrderView, _ rounding: Rounding) {
        let event = view.event(rounding)
        let version = view.order.version
        // Sends under the lock, so that two states cannot overtake each other.
        subscribersByOrder.withLock { subscribersByOrder in
            guard var orderSubscribers = subscribersByOrder[view.order.id] else { return }
            for (number, subscriber) in orderSubscribers.subscribers
            where subscriber.version < version {
                guard subscriber.generation == view.order.generation else {
                    // The link was revoked, so the client leaves when its answer ends.
                    subscriber.eventStream.end()
                    continue
                }
                orderSubscribers.subscribers[number]?.version = version
                subscriber.eventStream.send(event)
            }
            subscribersByOrder[view.order.id] = orderSubscribers
        }
    }

    /// Sends a new client the current state, unless it has that already.
    package func sendCurrentState(_ order: SharedOrder.ID) async {
        guard let view = try? await FindSharedOrder(order, now: now())(on: service),
            let merchant = try? await registry.merchant(order.merchant)
        else { return }
        show(view, merchant.settings.taxRounding)
    }

    // MARK: Other servers

    /// Polls for other servers' changes once a second while any client watches.
    private func pollOtherServers() {
        let begins = isPolling.withLock { isPolling -> Bool in
            defer { isPolling = true }
            return !isPolling
        }
        guard begins else { return }
        Task {
            while true {
                try? await Task.sleep(for: Self.pollInterval)
                let orders = subscribersByOrder.withLock { Array($0.keys) }
                let isOver = isPolling.withLock { isPolling -> Bool in
                    guard subscribersByOrder.withLock({ $0.isEmpty }) else { return false }
                    isPolling = false
                    return true
                }
                if isOver { return }
                for (order, version) in (try? await service.versions(of: orders)) ?? [] {
                    versionChanged(order, version)
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
