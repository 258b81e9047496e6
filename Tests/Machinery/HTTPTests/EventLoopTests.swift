import Glibc
import TestSupport
import Testing
import Threads

@testable import HTTP

/// The loop as the executor of tasks.
@Suite struct EventLoopTests {
    /// Work that does nothing: only the executor runs.
    private final class Idle: LoopWork {
        let ending = Gatekeeper()
        func turn() -> NextStep { ending.isOpen ? .end : .wait(-1) }
        func peerEnded(_ socket: Int32) {}
    }

    private final class Gatekeeper: Sendable {
        private let opened = Locked(false)
        var isOpen: Bool { opened.withLock { $0 } }
        func open() { opened.withLock { $0 = true } }
    }

    private func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
        let loop = try EventLoop()
        let idle = Idle()
        try loop.start(idle)
        try await body(loop)
        idle.ending.open()
        // Any job wakes the thread, which then finds that it may end.
        await Task(executorPreference: loop) {}.value
    }

    @Test func `a task stays on its loop across an await`() async throws {
        try await withLoop { loop in
            let gate = Gate()
            let places = Task(executorPreference: loop) {
                var places = [loop.isCurrent]
                await Task.yield()
                places.append(loop.isCurrent)
                await gate.pass()
                places.append(loop.isCurrent)
                try? await Task.sleep(for: .milliseconds(1))
                places.append(loop.isCurrent)
                return places
            }
            await gate.open()
            let got = await places.value
            #expect(got == [true, true, true, true])
            #expect(!loop.isCurrent)
        }
    }

    @Test func `children of a task run on its loop`() async throws {
        try await withLoop { loop in
            let sum = await Task(executorPreference: loop) {
                await withTaskGroup(of: Int.self) { group in
                    for number in 0..<100 {
                        group.addTask { loop.isCurrent ? number : -10_000 }
                    }
                    return await group.reduce(0, +)
                }
            }.value
            #expect(sum == 4950)
        }
    }

    @Test func `an actor can live on a loop`() async throws {
        actor Counter {
            let loop: EventLoop
            var count = 0
            nonisolated var unownedExecutor: UnownedSerialExecutor {
                loop.asUnownedSerialExecutor()
            }
            init(_ loop: EventLoop) { self.loop = loop }
            func add() -> Bool {
                count += 1
                return loop.isCurrent
            }
        }
        try await withLoop { loop in
            let counter = Counter(loop)
            let places = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<1000 { group.addTask { await counter.add() } }
                return await group.reduce(into: Set<Bool>()) { $0.insert($1) }
            }
            #expect(places == [true])
            let count = await counter.count
            #expect(count == 1000)
        }
    }

    @Test func `jobs from many threads all run`() async throws {
        try await withLoop { loop in
            let done = Journal<Int>()
            await withTaskGroup { group in
                for thread in 0..<8 {
                    group.addTask {
                        for number in 0..<500 {
                            await Task(executorPreference: loop) {
                                done.add(thread * 500 + number)
                            }.value
                        }
                    }
                }
            }
            #expect(Set(done.all) == Set(0..<4000))
        }
    }

    /// Its first turn asks for a second one, then it ends.
    private final class Twice: LoopWork {
        let loop: EventLoop
        let turns = Journal<Int>()
        init(_ loop: EventLoop) { self.loop = loop }
        func turn() -> NextStep {
            turns.add(1)
            if turns.all.count == 1 { loop.requestTurn() }
            return turns.all.count == 1 ? .wait(-1) : .end
        }
        func peerEnded(_ socket: Int32) {}
    }

    @Test func `a turn of the event loop requested during a turn runs after it`() async throws {
        let loop = try EventLoop()
        let twice = Twice(loop)
        try loop.start(twice)
        let turns = try await twice.turns.wait(for: 2)
        #expect(turns.count >= 2)
    }

    @Test func `a job that arrives after the end still runs`() async throws {
        let loop = try EventLoop()
        let idle = Idle()
        idle.ending.open()
        try loop.start(idle)
        let value = await Task(executorPreference: loop) {
            await Task.yield()
            return 7
        }.value
        #expect(value == 7)
    }

    @Test func `request ids do not repeat`() {
        var ids = RequestIDs()
        let made = (0..<10_000).map { _ in ids.next() }
        #expect(Set(made).count == 10_000)
        #expect(made.allSatisfy { $0.utf8.count == 20 })
        let letters = Set(made.joined())
        #expect(letters == Set("abcdefghijklmnopqrstuvwxyz234567"))
    }
}
