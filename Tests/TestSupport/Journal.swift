import Glibc

/// A list that any thread may add to and that a test may wait for.
// Unchecked: `entries` is behind `mutex`.
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

    /// All entries once there are so many; what there is after ten seconds otherwise.
    package func wait(for count: Int) async throws -> [Entry] {
        for _ in 0..<2000 {
            let entries = all
            if entries.count >= count { return entries }
            try await Task.sleep(for: .milliseconds(5))
        }
        return all
    }
}
