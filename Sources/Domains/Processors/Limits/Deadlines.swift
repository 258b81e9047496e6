import Threads

/// One thread that fires deadlines, for any number of calls in progress.
///
/// A sleeping task for each call would cost more than the call and, once canceled, would stay in
/// the runtime's queue until its time. Here a call that answers in time is removed at once, and the
/// thread sleeps until the deadline that was earliest when it went to sleep: with limits of 25 s it
/// wakes about once in 25 s, for any number of calls.
///
/// Unchecked because the lock guards the heap and the other variables.
package final class Deadlines: @unchecked Sendable {
    private let lock = Lock()
    /// Wakes the thread, which waits under `lock`.
    private let changed = Signal()
    private var heap = DeadlineHeap()
    /// The moment at which the thread will wake; an earlier deadline wakes it at once.
    private var wakesAt = Int64.max
    private var isStopped = false

    package init() { startThread("deadlines") { self.run() } }

    /// Ends the thread; deadlines that still wait never fire. For tests: a server keeps its table.
    package func stop() {
        lock.withLock {
            isStopped = true
            changed.wake()
        }
    }

    /// The number of calls that are waiting.
    package var count: Int { lock.withLock { heap.count } }

    func arm(_ deadline: Deadline, microseconds: Int64) {
        let moment = monotonicMicroseconds() + microseconds
        lock.withLock {
            heap.push(deadline, at: moment)
            if moment < wakesAt { changed.wake() }
        }
    }

    /// Removes a deadline. Either this or `fire` happens, never both: true means that this did.
    func disarm(_ deadline: Deadline) -> Bool {
        lock.withLock { heap.remove(deadline) }
    }

    private func run() {
        while let due = next() { due.fire() }
    }

    /// Waits for a deadline whose moment has come; returns nil when the table is stopped.
    private func next() -> Deadline? {
        lock.withLock {
            while !isStopped {
                if let due = heap.pop(dueAt: monotonicMicroseconds()) { return due }
                if let earliest = heap.earliest {
                    wakesAt = earliest
                    changed.wait(releasing: lock, until: earliest)
                } else {
                    wakesAt = .max
                    changed.wait(releasing: lock)
                }
                wakesAt = 0
            }
            return nil
        }
    }
}
