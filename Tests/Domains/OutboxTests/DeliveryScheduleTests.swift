import Outbox
import Testing
import Vocabulary

@Suite struct DeliveryScheduleTests {
    private let start = Instant(seconds: 1_800_000_000)

    @Test(arguments: [
        (1, 5), (2, 30), (3, 120), (4, 600), (5, 1_800), (6, 3_600), (7, 7_200), (8, 14_400),
        (9, 28_800), (10, 28_800), (16, 28_800),
    ])
    func `the pauses between delivery attempts grow to eight hours`(_ attempts: Int, _ pause: Int64)
        throws
    {
        let earliest = try #require(DeliverySchedule.next(after: attempts, at: start, random: 0))
        let pauseMicroseconds = pause * 1_000_000
        let span = UInt64(pauseMicroseconds / 5)
        let latest = try #require(DeliverySchedule.next(after: attempts, at: start, random: span))
        let middle = try #require(
            DeliverySchedule.next(after: attempts, at: start, random: span / 2))
        #expect(middle.microseconds - start.microseconds == pauseMicroseconds)
        #expect(middle.microseconds - earliest.microseconds == pauseMicroseconds / 10)
        #expect(latest.microseconds - middle.microseconds == pauseMicroseconds / 10)
    }

    @Test func `jitter changes a pause by at most a tenth`() throws {
        for random in [0, 1, 7_777_777, UInt64.max / 2, .max] {
            let next = try #require(DeliverySchedule.next(after: 6, at: start, random: random))
            #expect((3_240...3_960).contains(next.seconds(since: start)))
        }
    }

    @Test func `delivery attempts end after three days`() {
        var (moment, attempts) = (start, 1)
        while let next = DeliverySchedule.next(after: attempts, at: moment, random: 0) {
            moment = next
            attempts += 1
        }
        #expect(attempts == DeliverySchedule.attemptsMax)
        #expect(attempts == 17)
        // Every pause was the shortest: nine tenths of 71 h 42 min.
        #expect(moment.seconds(since: start) == 232_339)
        for later in [attempts, attempts + 1, 1_000] {
            #expect(DeliverySchedule.next(after: later, at: moment, random: 0) == nil)
        }
    }
}
