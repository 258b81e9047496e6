import Glibc

/// A mutex over pthread, which the thread sanitizer understands.
///
/// Not `Synchronization.Mutex`: a thread that finds one taken waits in the Swift runtime, which the
/// sanitizer does not observe. It does not see the mutex pass from thread to thread, and reports
/// races that do not exist. So all modules use this lock or `Locked`, also those that no sanitized
/// test runs yet. The atomics of Synchronization remain in use: the sanitizer observes them where
/// they are called.
///
/// The owner is responsible for the data that the lock protects; `Locked` contains its own.
package final class Lock: Sendable {
    // POSIX requires a fixed address. The pointer never changes, and any thread may call pthread's
    // functions on it.
    nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Waits until no other thread has the lock, and takes it.
    ///
    /// For code that releases it in the middle; all other code calls `withLock`.
    package func lock() { pthread_mutex_lock(mutex) }

    package func unlock() { pthread_mutex_unlock(mutex) }

    /// Runs a body under the lock. A body that takes the same lock again waits forever.
    package func withLock<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        lock()
        defer { unlock() }
        return try body()
    }
}
