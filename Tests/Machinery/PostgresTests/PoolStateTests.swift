import Testing

@testable import Postgres

/// The answers of the pool's state machine, in a short notation.
@Suite struct PoolStateTests {
    @Test func `work goes to the slot that became idle last`() {
        var pool = pool(slots: 2)
        #expect(pool.connected(0).text == "rest")
        #expect(pool.connected(1).text == "rest")
        #expect(pool.submit("a", at: 0).text == "slot 1")
        #expect(pool.submit("b", at: 0).text == "slot 0")
        #expect(pool.submit("c", at: 0).text == "queued, first")
    }

    @Test func `waiting work is served in order`() {
        var pool = busy(slots: 1)
        for work in ["b", "c", "d"] { _ = pool.submit(work, at: 0) }
        #expect(pool.finished(0).text == "work b")
        #expect(pool.finished(0).text == "work c")
        #expect(pool.finished(0).text == "work d")
        #expect(pool.finished(0).text == "rest")
        #expect(pool.slots == [.idle])
    }

    @Test func `a pool with a full queue refuses work`() {
        var pool = busy(slots: 1, queueMax: 2)
        #expect(pool.submit("b", at: 0).text == "queued, first")
        #expect(pool.submit("c", at: 0).text == "queued")
        #expect(pool.submit("d", at: 0).text == "refused busy")
    }

    @Test func `work waits for the first connection`() {
        var pool = pool(slots: 1)
        #expect(pool.submit("a", at: 0).text == "queued, first")
        #expect(pool.connected(0).text == "work a")
    }

    @Test func `work that waits beyond the limit is refused`() {
        var pool = busy(slots: 1)
        _ = pool.submit("b", at: 0)
        _ = pool.submit("c", at: 400)
        #expect(text(pool.expire(at: 999)) == "look at 1000")
        #expect(text(pool.expire(at: 1000)) == "b; look at 1400")
        #expect(text(pool.expire(at: 1400)) == "c; never")
        #expect(pool.finished(0).text == "rest")
    }

    @Test func `the pool notifies its timeout thread of the first waiting work only`() {
        var pool = busy(slots: 1)
        #expect(pool.submit("b", at: 0).text == "queued, first")
        #expect(pool.submit("c", at: 0).text == "queued")
        _ = pool.finished(0)
        _ = pool.finished(0)
        #expect(pool.submit("d", at: 5).text == "queued")
        #expect(text(pool.expire(at: 1000)) == "look at 1005")
        #expect(text(pool.expire(at: 1005)) == "d; never")
        #expect(pool.submit("e", at: 1100).text == "queued, first")
    }

    @Test func `a pool without any connection refuses work at once`() {
        var pool = pool(slots: 2)
        _ = pool.submit("a", at: 0)
        #expect(text(pool.failedToConnect(0, at: 0)) == "pause until 50000")
        #expect(!pool.isUnreachable, "the other slot still tries")
        #expect(pool.submit("b", at: 0).text == "queued")
        #expect(text(pool.failedToConnect(1, at: 0)) == "refused a b; pause until 50000")
        #expect(pool.submit("c", at: 0).text == "refused unavailable")
        #expect(pool.paused(0).text == "connect")
        #expect(pool.submit("d", at: 0).text == "refused unavailable", "the slot has failed before")
        #expect(pool.connected(0).text == "rest")
        #expect(pool.submit("e", at: 0).text == "slot 0")
    }

    @Test func `pauses double up to two seconds, and start over after a connection`() {
        var pool = pool(slots: 1)
        var pauses: [Int64] = []
        for _ in 0..<8 {
            if case .pause(let until) = pool.failedToConnect(0, at: 0).next { pauses.append(until) }
            _ = pool.paused(0)
        }
        #expect(
            pauses == [
                50_000, 100_000, 200_000, 400_000, 800_000, 1_600_000, 2_000_000, 2_000_000,
            ])
        _ = pool.connected(0)
        #expect(pool.submit("a", at: 0).text == "slot 0")
        #expect(pool.disconnected(0).text == "connect")
        #expect(text(pool.failedToConnect(0, at: 0)) == "pause until 50000")
    }

    @Test func `a broken connection is replaced while others serve`() {
        var pool = busy(slots: 2)
        #expect(pool.disconnected(0).text == "connect")
        #expect(text(pool.failedToConnect(0, at: 0)) == "pause until 50000")
        #expect(pool.submit("b", at: 0).text == "slot 1")
        #expect(pool.submit("c", at: 0).text == "queued, first")
        #expect(pool.finished(1).text == "work c")
    }

    @Test func `returned work goes to an idle slot`() {
        var pool = busy(slots: 2)
        let answer = pool.requeued(0, "a", submitted: 0)
        #expect(answer.next.text == "connect")
        #expect(answer.handed == 1)
        #expect(pool.slots == [.connecting, .busy])
    }

    @Test func `returned work precedes later work and keeps its own deadline`() {
        var pool = busy(slots: 1)
        _ = pool.submit("b", at: 500)
        let answer = pool.requeued(0, "a", submitted: 100)
        #expect(answer.next.text == "connect")
        #expect(answer.handed == nil)
        #expect(text(pool.expire(at: 1100)) == "a; look at 1500")
        #expect(pool.connected(0).text == "work b")
    }

    @Test func `closing lets waiting and running work finish`() {
        var pool = busy(slots: 2)
        _ = pool.submit("b", at: 0)
        _ = pool.submit("c", at: 0)
        #expect(pool.close() == [])
        #expect(pool.submit("d", at: 0).text == "refused closed")
        #expect(pool.finished(0).text == "work c")
        #expect(pool.finished(1).text == "end")
        #expect(!pool.hasEnded)
        #expect(pool.finished(0).text == "end")
        #expect(pool.hasEnded)
    }

    @Test func `closing ends slots that are idle, pausing or connecting`() {
        var pool = pool(slots: 3)
        _ = pool.connected(0)
        _ = pool.failedToConnect(1, at: 0)
        #expect(pool.close() == [])
        #expect(pool.wokenByClosing(0).text == "end")
        #expect(pool.paused(1).text == "end")
        #expect(pool.connected(2).text == "end")
        #expect(pool.hasEnded)
    }

    @Test func `closing without a connection refuses waiting work`() {
        var pool = pool(slots: 1)
        _ = pool.submit("a", at: 0)
        #expect(pool.close() == [], "the first attempt may still succeed")
        #expect(text(pool.failedToConnect(0, at: 0)) == "refused a; end")
        #expect(pool.hasEnded)
    }

    @Test func `a queue keeps its order when it wraps around`() {
        var queue = Queue<Int>()
        var expected: [Int] = []
        var numbers = Congruence(state: 7)
        for step in 0..<2000 {
            switch numbers.next() % 5 {
            case 0, 1, 2:
                queue.append(step)
                expected.append(step)
            case 3:
                queue.prepend(step)
                expected.insert(step, at: 0)
            default: #expect(queue.popFirst() == (expected.isEmpty ? nil : expected.removeFirst()))
            }
            #expect(queue.count == expected.count)
            #expect(queue.first == expected.first)
        }
    }

    private func text(_ answer: (next: PoolState<String>.Next, refused: [String])) -> String {
        let refused = answer.refused.isEmpty ? "" : "refused \(list(answer.refused)); "
        return refused + answer.next.text
    }

    private func text(_ answer: (expired: [String], nextCheck: Int64?)) -> String {
        let expired = answer.expired.isEmpty ? "" : "\(list(answer.expired)); "
        return expired + (answer.nextCheck.map { "look at \($0)" } ?? "never")
    }

    private func list(_ works: [String]) -> String { works.joined(separator: " ") }

    private func pool(slots: Int, queueMax: Int = 10) -> PoolState<String> {
        PoolState(slots: slots, queueMax: queueMax, waitLimit: 1000)
    }

    /// A pool whose slot 0 has work and whose other slots are idle.
    private func busy(slots: Int, queueMax: Int = 10) -> PoolState<String> {
        var pool = pool(slots: slots, queueMax: queueMax)
        for slot in (0..<slots).reversed() { _ = pool.connected(slot) }
        _ = pool.submit("a", at: 0)
        return pool
    }
}

/// A linear congruential generator (Knuth's MMIX), for a fixed sequence of choices.
private struct Congruence {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}

extension PoolState<String>.Next {
    fileprivate var text: String {
        switch self {
        case .connect: "connect"
        case .work(let work): "work \(work)"
        case .waitForWork: "rest"
        case .pause(let until): "pause until \(until)"
        case .end: "end"
        }
    }
}

extension PoolState<String>.Submission {
    fileprivate var text: String {
        switch self {
        case .handed(let slot): "slot \(slot)"
        case .queued(let isFirst): isFirst ? "queued, first" : "queued"
        case .refused(let why): "refused \(why)"
        }
    }
}
