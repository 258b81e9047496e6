import Threads

/// A list that any thread may add to and that a test may wait for.
package final class Journal<Entry: Sendable>: Sendable {
    private let entries = Locked<[Entry]>([])

    package init() {}

    package func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }

    package var all: [Entry] { entries.withLock { $0 } }

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
