import Vocabulary

/// Time and chance of a worker, given from outside.
package struct WorkerClock: Sendable {
    package var now: @Sendable () -> Instant
    /// Waits so many milliseconds; ends early, by throwing, when its task is cancelled.
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
