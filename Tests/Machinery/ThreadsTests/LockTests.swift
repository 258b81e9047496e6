import Testing
import Threads

@Suite(.timeLimit(.minutes(1))) struct LockTests {
    private struct Refused: Error, Equatable {}

    @Test func `eight threads increment a locked counter, and no increment is lost`() async throws {
        let counter = Locked(0)
        try await onThreads(8) {
            for _ in 0..<10_000 { counter.withLock { $0 += 1 } }
        }
        let count = counter.withLock { $0 }
        #expect(count == 80_000)
    }

    /// A counter that is protected by hand.
    private final class Counter: @unchecked Sendable {
        // Unchecked: the lock protects the count.
        let lock = Lock()
        var count = 0
    }

    @Test func `a lock that is taken with lock() excludes the body of withLock`() async throws {
        let counter = Counter()
        try await onThreads(8) {
            for _ in 0..<5_000 {
                counter.lock.lock()
                counter.count += 1
                counter.lock.unlock()
                counter.lock.withLock { counter.count += 1 }
            }
        }
        let count = counter.lock.withLock { counter.count }
        #expect(count == 80_000)
    }

    @Test func `a body that throws releases the lock`() {
        let (lock, value) = (Lock(), Locked(1))
        #expect(throws: Refused()) {
            try lock.withLock { () throws(Refused) -> Void in throw Refused() }
        }
        #expect(throws: Refused()) {
            try value.withLock { (value: inout Int) throws(Refused) -> Void in
                value = 2
                throw Refused()
            }
        }
        let kept = lock.withLock { value.withLock { $0 } }
        #expect(kept == 2)
    }
}
