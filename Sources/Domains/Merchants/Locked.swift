#if canImport(Glibc)
    import Glibc
#endif

/// A value protected by a pthread mutex.
///
/// Not `Synchronization.Mutex`, for which the thread sanitizer reports false races.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    // Unchecked: the value is only accessed while the mutex is held.
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
