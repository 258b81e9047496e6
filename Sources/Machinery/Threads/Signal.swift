import Glibc

/// A condition variable: threads wait for it under a lock, and another thread wakes them.
///
/// Deadlines are moments of the monotonic clock, so that an operator who sets the time of day
/// neither ends nor prolongs a wait. A task must not wait here, because it would block its thread:
/// it suspends in a continuation instead.
package final class Signal: Sendable {
    // POSIX requires a fixed address. The pointer never changes, and any thread may call pthread's
    // functions on it.
    private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        defer { pthread_condattr_destroy(&attributes) }
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        pthread_cond_init(condition, &attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    /// Wakes one of the threads that wait; has no effect on a thread that begins to wait later.
    package func wake() { pthread_cond_signal(condition) }

    /// Releases the lock, waits to be woken, and takes the lock again.
    ///
    /// The caller has the lock, and checks afterwards what it waits for: POSIX lets a wait end
    /// without cause.
    package func wait(releasing lock: Lock) { pthread_cond_wait(condition, lock.mutex) }

    /// Like `wait(releasing:)`, but not beyond a moment of `monotonicMicroseconds`.
    package func wait(releasing lock: Lock, until microseconds: Int64) {
        var moment = timespec(
            tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1000)
        pthread_cond_timedwait(condition, lock.mutex, &moment)
    }
}
