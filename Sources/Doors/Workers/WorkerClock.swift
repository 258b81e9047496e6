import Vocabulary

/// A worker's time and random numbers, supplied from outside.
package struct WorkerClock: Sendable {
    package var now: @Sendable () -> Instant
    /// Waits for a number of milliseconds; throws early if its task is canceled.
    package var sleep: @Sendable (Int64) async throws -> Void
    package var random: @Sendable () -> UInt64

    package init(
        now: @escaping @Sendable () -> Instant,
        sleep: @escaping @Sendable (Int64) async throws -> Void,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }
}
