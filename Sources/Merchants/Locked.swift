#if canImport(Glibc)
    import Glibc
#endif

/// A value behind a pthread mutex.
///
/// Not `Synchronization.Mutex`, which the thread sanitizer takes for a race.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    // Unchecked: the value is only touched with the mutex held.
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    package init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
