import Synchronization
import Threads

/// The time between two lines of a command's progress; several tasks may share it.
final class Stopwatch: Sendable {
    private let last = Atomic<Int64>(monotonicMicroseconds())

    /// Milliseconds since the last lap, or since the start.
    func lap() -> Int64 {
        let now = monotonicMicroseconds()
        return (now - last.exchange(now, ordering: .relaxed)) / 1_000
    }

    /// True for one caller in each interval; the first interval begins with the start.
    func isDue(everyMilliseconds interval: Int64) -> Bool {
        let now = monotonicMicroseconds()
        let before = last.load(ordering: .relaxed)
        return now - before >= interval * 1_000
            && last.compareExchange(expected: before, desired: now, ordering: .relaxed).exchanged
    }
}
