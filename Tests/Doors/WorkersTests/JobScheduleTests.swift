import Testing
import Workers

@Suite struct JobScheduleTests {
    private let job = Job(
        name: "sweep", everyMilliseconds: 1000, jitterMilliseconds: 99, batch: 10,
        run: { _ in 0 })

    @Test func `a job pauses, with jitter added`() {
        var schedule = JobSchedule()
        #expect(schedule.firstPause(of: job, random: 50) == 50)
        #expect(schedule.pause(of: job, afterFinishing: 0, random: 0) == 1000)
        #expect(schedule.pause(of: job, afterFinishing: 9, random: 99) == 1099)
        #expect(schedule.pause(of: job, afterFinishing: 9, random: 100) == 1000)
        #expect(schedule.pause(of: job, afterFinishing: 9, random: .max) <= 1099)
    }

    @Test func `a job with a full batch runs again at once, a limited number of times`() {
        var schedule = JobSchedule()
        let pauses = (0..<(2 * JobSchedule.fullRunsMax)).map { _ in
            schedule.pause(of: job, afterFinishing: 10, random: 0)
        }
        let once = Array(repeating: Int64(0), count: JobSchedule.fullRunsMax - 1) + [1000]
        #expect(pauses == once + once)
    }

    @Test func `a failing job doubles its pause, up to five times its interval`() {
        var schedule = JobSchedule()
        let pauses = (0..<12).map { _ in
            schedule.pause(of: job, afterFinishing: nil, random: 0) / 1000
        }
        #expect(pauses == [2, 4] + Array(repeating: 5, count: 10))
        #expect(schedule.failures == 12)
        #expect(schedule.pause(of: job, afterFinishing: 0, random: 0) == 1000)
        #expect(schedule.failures == 0)
        #expect(schedule.pause(of: job, afterFinishing: nil, random: 0) == 2000)
    }

    @Test func `a job that is rarer than the longest backoff keeps its own pause`() {
        let daily = Job(name: "daily", everyMilliseconds: 86_400_000, run: { _ in 0 })
        var schedule = JobSchedule()
        for _ in 0..<3 {
            #expect(schedule.pause(of: daily, afterFinishing: nil, random: 0) == 86_400_000)
        }
    }

    @Test func `a job whose interval is zero pauses nevertheless`() {
        let eager = Job(
            name: "eager", everyMilliseconds: 0, jitterMilliseconds: -1, run: { _ in 0 })
        var schedule = JobSchedule()
        #expect(schedule.pause(of: eager, afterFinishing: 0, random: .max) == 1)
    }
}
