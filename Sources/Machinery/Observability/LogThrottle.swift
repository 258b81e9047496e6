import Threads

/// Admits the first of many events and the next only after a pause, so that a persistent problem is
/// logged only now and then.
package final class LogThrottle: Sendable {
    private let pauseMicroseconds: Int64
    private let lock = Lock()
    // Guarded by the lock.
    private nonisolated(unsafe) var last: Int64?

    package init(seconds: Int64) { pauseMicroseconds = seconds * 1_000_000 }

    /// - Parameter moment: the time in microseconds since 1970.
    package func isDue(at moment: Int64) -> Bool {
        lock.withLock {
            // After the clock was set back, the difference says nothing about the pause.
            if let last, (0..<pauseMicroseconds).contains(moment - last) { return false }
            last = moment
            return true
        }
    }
}
