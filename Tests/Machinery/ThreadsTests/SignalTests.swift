import TestSupport
import Testing
import Threads

@Suite(.timeLimit(.minutes(1))) struct SignalTests {
    @Test func `two threads that wake each other lose no wake-up`() async throws {
        let (first, second) = (Semaphore(), Semaphore())
        async let one: Void = offPool {
            for _ in 0..<1_000 {
                first.wait()
                second.post()
            }
        }
        async let other: Void = offPool {
            for _ in 0..<1_000 {
                first.post()
                second.wait()
            }
        }
        _ = try await (one, other)
    }

    @Test func `a signal ends a wait before its deadline`() async throws {
        let semaphore = Semaphore()
        let hour = monotonicMicroseconds() + 3_600_000_000
        async let waiting = offPool { semaphore.wait(until: hour).isPosted }
        // Long enough for the thread to wait; if it does not wait yet, the result is the same.
        try await Task.sleep(for: .milliseconds(20))
        semaphore.post()
        let isPosted = try await waiting
        #expect(isPosted)
    }

    @Test func `a wait without a signal ends at its deadline, not before`() async throws {
        let deadline = monotonicMicroseconds() + 50_000
        let (isPosted, waits) = try await offPool { Semaphore().wait(until: deadline) }
        #expect(!isPosted)
        #expect(monotonicMicroseconds() >= deadline)
        // On another clock, each of many waits would end at once. POSIX lets a few do so.
        #expect((1...10).contains(waits))
    }

    @Test func `a wait until a moment in the past ends at once`() async throws {
        let hasEnded = try await offPool {
            let (lock, signal) = (Lock(), Signal())
            lock.withLock { signal.wait(releasing: lock, until: 0) }
            return true
        }
        #expect(hasEnded)
    }
}
