import Glibc

/// A list that any thread may add to and that a test may wait for.
// Unchecked: `mutex` guards `entries`.
package final class Journal<Entry: Sendable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var entries: [Entry] = []

    package init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func add(_ entry: Entry) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        entries.append(entry)
    }

    package var all: [Entry] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return entries
    }

    /// - Returns: all entries once there are this many, or those that exist after ten seconds.
    package func wait(for count: Int) async throws -> [Entry] {
        for _ in 0..<2000 {
            let entries = all
            if entries.count >= count { return entries }
            try await Task.sleep(for: .milliseconds(5))
        }
        return all
    }
}
