/// Who works and who waits: every decision of the pool, without threads, clocks or connections.
///
/// Moments are microseconds of any clock that only advances. Slots are numbered from 0; each has one
/// thread, and at most one connection.
struct PoolState<Work> {
    enum Slot: Equatable {
        /// Its thread is reaching for the server.
        case connecting
        /// Connected, without work.
        case idle
        case busy
        /// Could not connect and pauses.
        case backoff
        case ended
    }

    /// What a slot's thread does next.
    enum Next {
        case connect
        case work(Work)
        case rest
        case pause(until: Int64)
        case end
    }

    enum Submission {
        case handed(slot: Int)
        /// `isFirst`: the keeper of the wait limit must be told.
        case queued(isFirst: Bool)
        case refused(Refusal)
    }

    enum Refusal: Equatable { case closed, unavailable, busy }

    private struct Waiting {
        let work: Work
        let deadline: Int64
    }

    private(set) var slots: [Slot]
    /// Connection attempts of each slot that failed in a row.
    private var failures: [Int]
    /// The idle slots; the last to rest is the first to work, for its warm caches.
    private var resting: [Int] = []
    private var waiting = Queue<Waiting>()
    private var keeperKnows = false
    private(set) var isClosing = false
    private let queueMax: Int
    private let waitLimit: Int64

    /// The pause after the first failure, doubled up to the last.
    static var pauseLeast: Int64 { 50_000 }
    static var pauseMost: Int64 { 2_000_000 }

    init(slots count: Int, queueMax: Int, waitLimit: Int64) {
        slots = Array(repeating: .connecting, count: count)
        failures = Array(repeating: 0, count: count)
        self.queueMax = queueMax
        self.waitLimit = waitLimit
    }

    var queued: Int { waiting.count }
    var hasEnded: Bool { slots.allSatisfy { $0 == .ended } }

    /// No connection is up, and those that are tried have failed before.
    var isHopeless: Bool {
        !slots.indices.contains { slot in
            switch slots[slot] {
            case .idle, .busy: true
            case .connecting: failures[slot] == 0
            case .backoff, .ended: false
            }
        }
    }

    /// A new work: to a resting slot, into the queue, or refused at once.
    mutating func submit(_ work: Work, at now: Int64) -> Submission {
        if isClosing { return .refused(.closed) }
        if let slot = resting.popLast() {
            slots[slot] = .busy
            return .handed(slot: slot)
        }
        if isHopeless { return .refused(.unavailable) }
        if waiting.count >= queueMax { return .refused(.busy) }
        waiting.append(Waiting(work: work, deadline: now + waitLimit))
        defer { keeperKnows = true }
        return .queued(isFirst: !keeperKnows)
    }

    mutating func connected(_ slot: Int) -> Next {
        failures[slot] = 0
        return takeNext(slot)
    }

    /// The slot did its work; its connection is good.
    mutating func finished(_ slot: Int) -> Next { takeNext(slot) }

    private mutating func takeNext(_ slot: Int) -> Next {
        if let next = waiting.popFirst() {
            slots[slot] = .busy
            return .work(next.work)
        }
        if isClosing { return end(slot) }
        slots[slot] = .idle
        resting.append(slot)
        return .rest
    }

    /// Those at the head of the queue who may come along, so many at most.
    mutating func takeAlong(atMost count: Int, where may: (Work) -> Bool) -> [Work] {
        var works: [Work] = []
        while works.count < count, let next = waiting.first, may(next.work) {
            works.append(next.work)
            _ = waiting.popFirst()
        }
        return works
    }

    /// The slot's connection is gone.
    mutating func broke(_ slot: Int) -> Next {
        if isClosing, waiting.isEmpty { return end(slot) }
        slots[slot] = .connecting
        return .connect
    }

    /// The slot's connection is gone and its work, which was not begun, waits for another, at the head
    /// of the queue: its deadline is the earliest. Perhaps another slot can have it at once.
    mutating func gaveBack(_ slot: Int, _ work: Work, submitted: Int64)
        -> (next: Next, handed: Int?, isFirst: Bool)
    {
        slots[slot] = .connecting
        if let other = resting.popLast() {
            slots[other] = .busy
            return (broke(slot), other, false)
        }
        waiting.prepend(Waiting(work: work, deadline: submitted + waitLimit))
        defer { keeperKnows = true }
        return (.connect, nil, !keeperKnows)
    }

    /// The slot could not connect. Without any hope left nobody waits in vain.
    mutating func failedToConnect(_ slot: Int, at now: Int64) -> (next: Next, refused: [Work]) {
        failures[slot] += 1
        slots[slot] = .backoff
        let refused = isHopeless ? refuseAll() : []
        if isClosing, waiting.isEmpty { return (end(slot), refused) }
        let doublings = min(failures[slot] - 1, 10)
        let pause = min(PoolState.pauseMost, PoolState.pauseLeast << Int64(doublings))
        return (.pause(until: now + pause), refused)
    }

    /// The slot's pause is over.
    mutating func paused(_ slot: Int) -> Next { broke(slot) }

    private mutating func refuseAll() -> [Work] {
        var all: [Work] = []
        while let next = waiting.popFirst() { all.append(next.work) }
        return all
    }

    /// Who has waited too long, and when to look again; never, until told, without a moment.
    mutating func expire(at now: Int64) -> (expired: [Work], look: Int64?) {
        var expired: [Work] = []
        while let first = waiting.first, first.deadline <= now {
            expired.append(waiting.popFirst()!.work)
        }
        let look = waiting.first?.deadline
        keeperKnows = look != nil
        return (expired, look)
    }

    /// No new work from here; what waits and runs is finished, unless there is no connection.
    mutating func close() -> [Work] {
        isClosing = true
        return isHopeless ? refuseAll() : []
    }

    /// A resting slot is woken by the closing.
    mutating func wokenByClosing(_ slot: Int) -> Next {
        resting.removeAll { $0 == slot }
        return end(slot)
    }

    private mutating func end(_ slot: Int) -> Next {
        slots[slot] = .ended
        return .end
    }
}
