import Glibc

/// One thread that fires deadlines, for any number of calls in progress.
///
/// A sleeping task for each call would cost more than the call and, once canceled, would stay in
/// the runtime's queue until its time. Here a call that answers in time is removed at once, and the
/// thread sleeps until the deadline that was earliest when it went to sleep: with limits of 25 s it
/// wakes about once in 25 s, for any number of calls.
///
/// Unchecked because the heap is guarded by a lock that the compiler does not see.
package final class Deadlines: @unchecked Sendable {
    private let lock = WaitableLock()
    private var heap = DeadlineHeap()
    /// The moment at which the thread will wake; an earlier deadline wakes it at once.
    private var wakesAt = UInt64.max
    private var isStopped = false

    package init() {
        var thread = pthread_t()
        let table = Unmanaged.passRetained(self)
        let failure = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Deadlines>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, table.toOpaque())
        precondition(failure == 0, "no thread for deadlines")
        pthread_detach(thread)
    }

    /// Ends the thread; deadlines that still wait never fire. For tests: a server keeps its table.
    package func stop() {
        lock.hold {
            isStopped = true
            lock.wake()
        }
    }

    /// The number of calls that are waiting.
    package var count: Int { lock.hold { heap.count } }

    func arm(_ deadline: Deadline, nanoseconds: UInt64) {
        let moment = Deadlines.now() &+ nanoseconds
        lock.hold {
            heap.push(deadline, at: moment)
            if moment < wakesAt { lock.wake() }
        }
    }

    /// Removes a deadline. Either this or `fire` happens, never both: true means that this did.
    func disarm(_ deadline: Deadline) -> Bool {
        lock.hold { heap.remove(deadline) }
    }

    private func run() {
        while let due = next() { due.fire() }
    }

    /// Waits for a deadline whose moment has come; returns nil when the table is stopped.
    private func next() -> Deadline? {
        lock.hold {
            while !isStopped {
                if let due = heap.pop(dueAt: Deadlines.now()) { return due }
                wakesAt = heap.earliest ?? .max
                lock.wait(until: wakesAt)
                wakesAt = 0
            }
            return nil
        }
    }

    /// Nanoseconds of the monotonic clock, which is never set back.
    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
