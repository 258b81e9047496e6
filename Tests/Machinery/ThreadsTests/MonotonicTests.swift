import Testing
import Threads

@Suite(.timeLimit(.minutes(1))) struct MonotonicTests {
    private struct Readings {
        var latest = Int64.min
        var reversals = 0
    }

    @Test func `the clock never goes back, on whichever thread it is read`() async throws {
        let readings = Locked(Readings())
        try await onThreads(8) {
            for _ in 0..<10_000 {
                readings.withLock { readings in
                    let now = monotonicMicroseconds()
                    if now < readings.latest { readings.reversals += 1 }
                    readings.latest = now
                }
            }
        }
        let reversals = readings.withLock { $0.reversals }
        #expect(reversals == 0)
    }

    @Test func `the clock counts microseconds`() async throws {
        let start = monotonicMicroseconds()
        try await Task.sleep(for: .milliseconds(20))
        // A busy machine may take seconds; milliseconds or nanoseconds would be outside.
        #expect((10_000..<10_000_000).contains(monotonicMicroseconds() - start))
    }
}
