/// Lets the first of many through, and another one only after a while: what is wrong all the time is said now and then.
package final class Seldom: Sendable {
    private let pauseMicroseconds: Int64
    private let lock = Lock()
    // Guarded by the lock.
    private nonisolated(unsafe) var last: Int64?

    package init(seconds: Int64) { pauseMicroseconds = seconds * 1_000_000 }

    /// - Parameter moment: in microseconds since 1970.
    package func isDue(at moment: Int64) -> Bool {
        lock.withLock {
            // A clock that was set back says nothing of the pause.
            if let last, (0..<pauseMicroseconds).contains(moment - last) { return false }
            last = moment
            return true
        }
    }
}
