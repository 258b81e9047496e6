/// All decisions of the pool about slots and queue, without threads, clocks or connections.
///
/// Times are microseconds of any clock that only advances. Slots are numbered from 0; each has one
/// thread, and at most one connection.
struct PoolState<Work> {
    enum Slot: Equatable {
        /// Its thread is connecting.
        case connecting
        /// Connected, without work.
        case idle
        case busy
        /// Could not connect, and waits before it tries again.
        case backoff
        case ended
    }

    /// The next action of a slot's thread.
    enum Next {
        case connect
        case work(Work)
        case waitForWork
        case pause(until: Int64)
        case end
    }

    enum Submission {
        case handed(slot: Int)
        /// `isFirst`: the timeout thread must be notified.
        case queued(isFirst: Bool)
        case refused(Refusal)
    }

    enum Refusal: Equatable { case closed, unavailable, busy }

    private struct Waiting {
        let work: Work
        let deadline: Int64
    }

    private(set) var slots: [Slot]
    /// Consecutive failed connection attempts of each slot.
    private var failures: [Int]
    /// The idle slots; the last one to become idle works first, because its caches are warm.
    private var idleSlots: [Int] = []
    private var waiting = Queue<Waiting>()
    /// True if the timeout thread has a deadline to wake at; otherwise it sleeps until it is
    /// notified.
    private var timeoutThreadHasDeadline = false
    private(set) var isClosing = false
    private let queueMax: Int
    private let waitLimit: Int64

    /// The first pause after a failure; it doubles up to the longest one.
    static var retryDelayMin: Int64 { 50_000 }
    static var retryDelayMax: Int64 { 2_000_000 }

    init(slots count: Int, queueMax: Int, waitLimit: Int64) {
        slots = Array(repeating: .connecting, count: count)
        failures = Array(repeating: 0, count: count)
        self.queueMax = queueMax
        self.waitLimit = waitLimit
    }

    var queued: Int { waiting.count }
    var hasEnded: Bool { slots.allSatisfy { $0 == .ended } }

    /// True if no connection is up, and all that are being tried have failed before.
    var isUnreachable: Bool {
        !slots.indices.contains { slot in
            switch slots[slot] {
            case .idle, .busy: true
            case .connecting: failures[slot] == 0
            case .backoff, .ended: false
            }
        }
    }

    /// Hands a new work to an idle slot, queues it, or refuses it at once.
    mutating func submit(_ work: Work, at now: Int64) -> Submission {
        if isClosing { return .refused(.closed) }
        if let slot = idleSlots.popLast() {
            slots[slot] = .busy
            return .handed(slot: slot)
        }
        if isUnreachable { return .refused(.unavailable) }
        if waiting.count >= queueMax { return .refused(.busy) }
        waiting.append(Waiting(work: work, deadline: now + waitLimit))
        defer { timeoutThreadHasDeadline = true }
        return .queued(isFirst: !timeoutThreadHasDeadline)
    }

    mutating func connected(_ slot: Int) -> Next {
        failures[slot] = 0
        return takeNext(slot)
    }

    /// The slot finished its work, and its connection is good.
    mutating func finished(_ slot: Int) -> Next { takeNext(slot) }

    private mutating func takeNext(_ slot: Int) -> Next {
        if let next = waiting.popFirst() {
            slots[slot] = .busy
            return .work(next.work)
        }
        if isClosing { return end(slot) }
        slots[slot] = .idle
        idleSlots.append(slot)
        return .waitForWork
    }

    /// Takes up to `count` works from the head of the queue, as long as they may share a round
    /// trip.
    mutating func dequeueBatch(atMost count: Int, where may: (Work) -> Bool) -> [Work] {
        var works: [Work] = []
        while works.count < count, let next = waiting.first, may(next.work) {
            works.append(next.work)
            _ = waiting.popFirst()
        }
        return works
    }

    /// The slot's connection is gone.
    mutating func disconnected(_ slot: Int) -> Next {
        if isClosing, waiting.isEmpty { return end(slot) }
        slots[slot] = .connecting
        return .connect
    }

    /// The slot's connection is gone before its work started. Another idle slot gets the work, or
    /// it waits at the head of the queue, because its deadline is the earliest.
    mutating func requeued(_ slot: Int, _ work: Work, submitted: Int64)
        -> (next: Next, handed: Int?, isFirst: Bool)
    {
        slots[slot] = .connecting
        if let other = idleSlots.popLast() {
            slots[other] = .busy
            return (disconnected(slot), other, false)
        }
        waiting.prepend(Waiting(work: work, deadline: submitted + waitLimit))
        defer { timeoutThreadHasDeadline = true }
        return (.connect, nil, !timeoutThreadHasDeadline)
    }

    /// The slot could not connect. If no connection is in sight, all waiting work is refused.
    mutating func failedToConnect(_ slot: Int, at now: Int64) -> (next: Next, refused: [Work]) {
        failures[slot] += 1
        slots[slot] = .backoff
        let refused = isUnreachable ? refuseAll() : []
        if isClosing, waiting.isEmpty { return (end(slot), refused) }
        let doublings = min(failures[slot] - 1, 10)
        let pause = min(PoolState.retryDelayMax, PoolState.retryDelayMin << Int64(doublings))
        return (.pause(until: now + pause), refused)
    }

    /// The slot's pause is over.
    mutating func paused(_ slot: Int) -> Next { disconnected(slot) }

    private mutating func refuseAll() -> [Work] {
        var all: [Work] = []
        while let next = waiting.popFirst() { all.append(next.work) }
        return all
    }

    /// The work that has waited too long, and the time of the next check; nil if no work waits.
    mutating func expire(at now: Int64) -> (expired: [Work], nextCheck: Int64?) {
        var expired: [Work] = []
        while let first = waiting.first, first.deadline <= now {
            expired.append(first.work)
            _ = waiting.popFirst()
        }
        let nextCheck = waiting.first?.deadline
        timeoutThreadHasDeadline = nextCheck != nil
        return (expired, nextCheck)
    }

    /// Refuses new work from now on; waiting and running work is finished, unless no connection is
    /// in sight.
    mutating func close() -> [Work] {
        isClosing = true
        return isUnreachable ? refuseAll() : []
    }

    /// The closing of the pool wakes an idle slot.
    mutating func wokenByClosing(_ slot: Int) -> Next {
        idleSlots.removeAll { $0 == slot }
        return end(slot)
    }

    private mutating func end(_ slot: Int) -> Next {
        slots[slot] = .ended
        return .end
    }
}
