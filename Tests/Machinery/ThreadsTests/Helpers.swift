import TestSupport
import Threads

/// Runs a body on several threads at once and returns when all have ended.
func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<count { group.addTask { try await offPool(body) } }
        try await group.waitForAll()
    }
}

/// A semaphore made of a lock and a signal.
final class Semaphore: @unchecked Sendable {
    // Unchecked: the lock protects the count.
    private let lock = Lock()
    private let isPositive = Signal()
    private var count = 0

    func post() {
        lock.withLock {
            count += 1
            isPositive.wake()
        }
    }

    func wait() {
        lock.withLock {
            while count == 0 { isPositive.wait(releasing: lock) }
            count -= 1
        }
    }

    /// - Returns: true if it was posted before the deadline, and how many waits the signal took.
    func wait(until deadline: Int64) -> (isPosted: Bool, waits: Int) {
        lock.withLock {
            var waits = 0
            while count == 0, monotonicMicroseconds() < deadline {
                isPositive.wait(releasing: lock, until: deadline)
                waits += 1
            }
            guard count > 0 else { return (isPosted: false, waits: waits) }
            count -= 1
            return (isPosted: true, waits: waits)
        }
    }
}
