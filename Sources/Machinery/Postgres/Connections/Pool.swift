import Threads

/// The threads of the connections, and the lock that protects slots and queue.
final class Pool: @unchecked Sendable {
    // Unchecked: `state`, `slotWork`, `closeWaiters` and `reason` are accessed only under the lock.
    private let settings: Database.Settings
    private let lock = Lock()
    private var state: PoolState<Work>
    /// The work handed to an idle slot.
    private var slotWork: [Work?]
    private var closeWaiters: [UnsafeContinuation<Void, Never>] = []
    /// The reason for which the last connection attempt failed.
    private var reason = "not connected yet"
    private let slotSignals: [Signal]
    private let timeoutSignal = Signal()

    init(_ settings: Database.Settings, connections: Int? = nil) {
        let connections = connections ?? settings.connections
        precondition(connections > 0)
        self.settings = settings
        state = PoolState(
            slots: connections, queueMax: settings.queueMax,
            waitLimit: Int64(settings.poolWaitMilliseconds) * 1000)
        slotWork = Array(repeating: nil, count: connections)
        slotSignals = (0..<connections).map { _ in Signal() }
    }

    func start() {
        for slot in slotSignals.indices { startThread("postgres \(slot)") { self.serve(slot) } }
        startThread("postgres wait") { self.refuseExpiredWork() }
    }

    /// Hands a work to an idle thread, queues it, or refuses it. Never blocks for long.
    func submit(_ work: Work) {
        lock.lock()
        switch state.submit(work, at: work.submitted) {
        case .handed(let slot):
            slotWork[slot] = work
            lock.unlock()
            slotSignals[slot].wake()
        case .queued(let isFirst):
            lock.unlock()
            if isFirst { timeoutSignal.wake() }
        case .refused(let refusal):
            let reason = reason
            lock.unlock()
            work.refuse(Pool.error(refusal, reason))
        }
    }

    private static func error(_ refusal: PoolState<Work>.Refusal, _ reason: String) -> PostgresError
    {
        switch refusal {
        case .closed: .unavailable("closed")
        case .unavailable: .unavailable(reason)
        case .busy: .poolWait
        }
    }

    /// Refuses new work; waiting and running work is finished, unless no connection is in sight.
    func close() {
        let refused = lock.withLock {
            let refused = state.close()
            return refused
        }
        for work in refused { work.refuse(.unavailable("closed")) }
        for signal in slotSignals { signal.wake() }
        timeoutSignal.wake()
    }

    /// Waits until all slots have ended; their threads may still be closing connections.
    func ended() async {
        await withUnsafeContinuation { waiting in
            let hasEnded = lock.withLock {
                if !state.hasEnded { closeWaiters.append(waiting) }
                return state.hasEnded
            }
            if hasEnded { waiting.resume() }
        }
    }

    var status: Database.Status {
        lock.withLock {
            Database.Status(
                idle: state.slots.count { $0 == .idle }, busy: state.slots.count { $0 == .busy },
                down: state.slots.count { $0 == .connecting || $0 == .backoff },
                queued: state.queued)
        }
    }

    /// The loop of a slot's thread.
    private func serve(_ slot: Int) {
        var connection: Connection?
        var next = PoolState<Work>.Next.connect
        while true {
            switch next {
            case .connect:
                connection = nil
                next = connect(slot, &connection)
            case .work(let work):
                if let connection {
                    next = serve(slot, work, connection)
                } else {
                    // Only a connected slot gets work. Any other slot returns it to the queue.
                    next = requeue(slot, work)
                }
            case .waitForWork:
                next = waitForWork(slot)
            case .pause(let until):
                next = pause(slot, until: until)
            case .end:
                connection = nil
                end()
                return
            }
        }
    }

    private func connect(_ slot: Int, _ connection: inout Connection?) -> PoolState<Work>.Next {
        do throws(PostgresError) {
            connection = try Connection(settings)
            settings.notify(.connected)
            return lock.withLock { state.connected(slot) }
        } catch {
            // Only the reason, because the text becomes part of an `unavailable` error again.
            let text = error.reason
            settings.notify(.connectFailed(text))
            let (next, refused) = lock.withLock {
                reason = text
                return state.failedToConnect(slot, at: monotonicMicroseconds())
            }
            for work in refused { work.refuse(.unavailable(text)) }
            return next
        }
    }

    private func serve(_ slot: Int, _ work: Work, _ connection: Connection) -> PoolState<Work>.Next
    {
        let batch = StatementBatch(of: work) { max, may in
            lock.withLock { state.dequeueBatch(atMost: max, where: may) }
        }
        var unfinished = batch.works
        if !connection.isStale(for: work) {
            unfinished = batch.finish(connection, notify: settings.notify)
        }
        let isBroken = connection.isBroken || !unfinished.isEmpty
        if isBroken { settings.notify(.lost(connection.loss)) }
        // Frees the slot before it answers the callers, so that they find it idle.
        var next = PoolState<Work>.Next.connect
        if unfinished.isEmpty {
            next = lock.withLock { isBroken ? state.disconnected(slot) : state.finished(slot) }
        } else {
            for work in unfinished.reversed() { next = requeue(slot, work) }
        }
        for work in batch.works where !unfinished.contains(where: { $0 === work }) { work.answer() }
        return next
    }

    private func requeue(_ slot: Int, _ work: Work) -> PoolState<Work>.Next {
        let (next, handed, isFirst) = lock.withLock {
            let answer = state.requeued(slot, work, submitted: work.submitted)
            if let other = answer.handed { slotWork[other] = work }
            return answer
        }
        if let handed { slotSignals[handed].wake() }
        if isFirst { timeoutSignal.wake() }
        return next
    }

    private func waitForWork(_ slot: Int) -> PoolState<Work>.Next {
        lock.lock()
        defer { lock.unlock() }
        while true {
            if let work = slotWork[slot] {
                slotWork[slot] = nil
                return .work(work)
            }
            if state.isClosing { return state.wokenByClosing(slot) }
            slotSignals[slot].wait(releasing: lock)
        }
    }

    private func pause(_ slot: Int, until moment: Int64) -> PoolState<Work>.Next {
        lock.withLock {
            while !state.isClosing, monotonicMicroseconds() < moment {
                slotSignals[slot].wait(releasing: lock, until: moment)
            }
            return state.paused(slot)
        }
    }

    private func end() {
        let waiting = lock.withLock {
            guard state.hasEnded else { return [UnsafeContinuation<Void, Never>]() }
            defer { closeWaiters = [] }
            return closeWaiters
        }
        timeoutSignal.wake()
        for waiter in waiting { waiter.resume() }
    }

    /// The loop of the thread that refuses work after the wait limit. It sleeps until the earliest
    /// deadline and costs nothing while no work waits.
    private func refuseExpiredWork() {
        lock.lock()
        while !state.hasEnded {
            let (expired, nextCheck) = state.expire(at: monotonicMicroseconds())
            if !expired.isEmpty {
                lock.unlock()
                for work in expired { work.refuse(.poolWait) }
                lock.lock()
            } else if let nextCheck {
                timeoutSignal.wait(releasing: lock, until: nextCheck)
            } else {
                timeoutSignal.wait(releasing: lock)
            }
        }
        lock.unlock()
    }
}
