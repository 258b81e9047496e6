import Foundation
import Vocabulary
import Workers

/// A clock that a test advances; a sleeper wakes when its time has come, or when it is canceled.
// Unchecked: the lock, which the thread sanitizer understands, guards the state.
final class ManualClock: @unchecked Sendable {
    private struct Sleeper {
        let id: Int
        let until: Int64
        let waiter: CheckedContinuation<Void, any Error>
    }

    private let lock = NSLock()
    private var milliseconds: Int64 = 0
    private var ids = 0
    private var sleepers: [Sleeper] = []
    private var canceled: Set<Int> = []
    private var watchers: [(count: Int, waiter: CheckedContinuation<Void, Never>)] = []

    /// Without jitter.
    var worker: WorkerClock {
        WorkerClock(
            now: { Instant(microseconds: self.now * 1000) },
            sleep: { try await self.sleep($0) },
            random: { 0 })
    }

    /// Milliseconds since the test began.
    var now: Int64 { lock.withLock { milliseconds } }

    func advance(milliseconds by: Int64) {
        let woken = lock.withLock {
            milliseconds += by
            let woken = sleepers.filter { $0.until <= milliseconds }
            sleepers.removeAll { $0.until <= milliseconds }
            return woken
        }
        for sleeper in woken { sleeper.waiter.resume() }
    }

    /// Returns once exactly this many sleepers wait.
    func untilAsleep(_ count: Int) async {
        await withCheckedContinuation { waiter in
            let isSo = lock.withLock {
                if sleepers.count == count { return true }
                watchers.append((count, waiter))
                return false
            }
            if isSo { waiter.resume() }
        }
    }

    private func sleep(_ duration: Int64) async throws {
        let id = lock.withLock {
            ids += 1
            return ids
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                fallAsleep(id, duration, waiter)
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func fallAsleep(
        _ id: Int, _ duration: Int64, _ waiter: CheckedContinuation<Void, any Error>
    ) {
        var reported: [CheckedContinuation<Void, Never>] = []
        let isAsleep = lock.withLock {
            guard duration > 0, canceled.remove(id) == nil else { return false }
            sleepers.append(Sleeper(id: id, until: milliseconds + duration, waiter: waiter))
            reported = watchers.filter { $0.count == sleepers.count }.map(\.waiter)
            watchers.removeAll { $0.count == sleepers.count }
            return true
        }
        if !isAsleep { waiter.resume() }
        for watcher in reported { watcher.resume() }
    }

    private func cancel(_ id: Int) {
        let sleeper: Sleeper? = lock.withLock {
            guard let index = sleepers.firstIndex(where: { $0.id == id }) else {
                canceled.insert(id)
                return nil
            }
            return sleepers.remove(at: index)
        }
        sleeper?.waiter.resume(throwing: CancellationError())
    }
}
