import Glibc

/// A mutex that the thread sanitizer understands.
final class Lock: @unchecked Sendable {
    // Unchecked: a pthread mutex at a fixed address guards itself.
    fileprivate let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }

    func callAsFunction<Value>(_ body: () throws -> Value) rethrows -> Value {
        lock()
        defer { unlock() }
        return try body()
    }
}

/// A condition for which one thread waits; the lock is held around every wait.
final class Bell: @unchecked Sendable {
    // Unchecked: a pthread condition at a fixed address guards itself.
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        condition.initialize(to: pthread_cond_t())
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    func ring() { pthread_cond_signal(condition) }

    func wait(_ lock: Lock) { pthread_cond_wait(condition, lock.mutex) }

    /// Waits for a signal or until a time of the monotonic clock.
    func wait(_ lock: Lock, until microseconds: Int64) {
        var moment = timespec(
            tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1000)
        pthread_cond_timedwait(condition, lock.mutex, &moment)
    }
}
