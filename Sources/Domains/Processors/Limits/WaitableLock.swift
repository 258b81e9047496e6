import Glibc

/// A lock on which one thread can wait until a moment of the monotonic clock.
///
/// Built on pthread because the thread sanitizer follows it without false alarms; unchecked because
/// the owner is responsible for the data that the lock guards.
final class WaitableLock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    @inline(__always)
    func hold<Value>(_ body: () -> Value) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Releases the lock until `wake` is called or the moment has come; call it only inside `hold`.
    func wait(until nanoseconds: UInt64) {
        guard nanoseconds < .max else {
            pthread_cond_wait(condition, mutex)
            return
        }
        var moment = timespec(
            tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        pthread_cond_timedwait(condition, mutex, &moment)
    }

    func wake() { pthread_cond_signal(condition) }
}
