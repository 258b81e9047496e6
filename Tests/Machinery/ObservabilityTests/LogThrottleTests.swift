import Observability
import Testing

struct LogThrottleTests {
    @Test func `the first call passes, then one in a period, even if the clock is set back`() {
        let seldom = LogThrottle(seconds: 300)
        let said = [0, 1, 299, 300, 301, 599, 700, 10].map { second in
            seldom.isDue(at: Int64(second) * 1_000_000)
        }
        #expect(said == [true, false, false, true, false, false, true, true])
    }
}
