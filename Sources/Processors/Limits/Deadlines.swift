import Glibc

/// One thread that fires deadlines, for any number of calls that are under way.
///
/// A sleeping task for each call would cost more than the call and, cancelled, would stay in the
/// runtime's queue until its time. Here a call that answers in time is taken out at once, and the
/// thread sleeps until the earliest deadline that it knew when it went to sleep: with limits of
/// 25 s it wakes about once in 25 s, however many calls there are.
///
/// Unchecked because the heap is guarded by a lock that the compiler does not see.
package final class Deadlines: @unchecked Sendable {
    private let lock = WaitableLock()
    private var heap = DeadlineHeap()
    /// When the thread means to wake up; a deadline before it wakes the thread.
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

    /// Ends the thread; what is still waiting never fires. For tests: a server keeps its table.
    package func stop() {
        lock.hold {
            isStopped = true
            lock.wake()
        }
    }

    /// How many calls are waiting.
    package var count: Int { lock.hold { heap.count } }

    func arm(_ deadline: Deadline, nanoseconds: UInt64) {
        let moment = Deadlines.now() &+ nanoseconds
        lock.hold {
            heap.push(deadline, at: moment)
            if moment < wakesAt { lock.wake() }
        }
    }

    /// Takes a deadline back. Exactly one of this and `fire` happens: true means that it was this.
    func disarm(_ deadline: Deadline) -> Bool {
        lock.hold { heap.remove(deadline) }
    }

    private func run() {
        while let due = next() { due.fire() }
    }

    /// Waits for a deadline whose moment has come; nothing when the table is stopped.
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

    /// Nanoseconds of the monotonic clock, which no one sets back.
    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
