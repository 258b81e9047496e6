import TestSupport
import Testing
import Vocabulary
import Workers

@Suite(.timeLimit(.minutes(5))) struct WorkerTests {
    private let clock = ManualClock()
    private let log = Journal<JobRun>()

    private func start(_ jobs: [Job]) -> (worker: Worker, ending: Task<Void, Never>) {
        let log = log
        let worker = Worker(jobs, clock: clock.worker, finished: { log.add($0) })
        return (worker, Task { await worker.run() })
    }

    @Test func `jobs run at once and then each at its own interval`() async {
        let often = Job(name: "often", everyMilliseconds: 100, run: { _ in 0 })
        let rarely = Job(name: "rarely", everyMilliseconds: 250, run: { _ in 0 })
        let (worker, ending) = start([often, rarely])
        await clock.untilAsleep(2)
        for _ in 0..<5 {
            clock.advance(milliseconds: 100)
            await clock.untilAsleep(2)
        }
        worker.stop()
        await ending.value
        #expect(times(of: "often") == [0, 100, 200, 300, 400, 500])
        #expect(times(of: "rarely") == [0, 300])
    }

    @Test func `a job's run reports its result`() async {
        struct Broken: Error {}
        let fails = Journal<Bool>()
        let clock = clock
        let job = Job(name: "job", everyMilliseconds: 100) { _ in
            clock.advance(milliseconds: 3)
            fails.add(true)
            if fails.all.count == 2 { throw Broken() }
            return 7
        }
        let (worker, ending) = start([job])
        await clock.untilAsleep(1)
        clock.advance(milliseconds: 100)
        await clock.untilAsleep(1)
        worker.stop()
        await ending.value
        let runs = log.all
        #expect(runs.map(\.job) == ["job", "job"])
        #expect(runs.map(\.microseconds) == [3000, 3000])
        #expect((try? runs[0].result.get()) == 7)
        #expect(throws: Broken.self) { try runs[1].result.get() }
        #expect(runs.map(\.failures) == [0, 1])
        #expect(runs.map(\.pauseMilliseconds) == [100, 200])
    }

    @Test func `a failing job waits longer and does not stop the others`() async {
        struct Broken: Error {}
        let broken = Job(name: "broken", everyMilliseconds: 100, run: { _ in throw Broken() })
        let sound = Job(name: "sound", everyMilliseconds: 100, run: { _ in 0 })
        let (worker, ending) = start([broken, sound])
        await clock.untilAsleep(2)
        for _ in 0..<7 {
            clock.advance(milliseconds: 100)
            await clock.untilAsleep(2)
        }
        worker.stop()
        await ending.value
        #expect(times(of: "broken") == [0, 200, 600])
        #expect(times(of: "sound").count == 8)
    }

    @Test func `a job that filled its batch runs again at once`() async {
        let left = Journal<Int>()
        let job = Job(name: "drain", everyMilliseconds: 1000, batch: 10) { _ in
            left.add(1)
            return left.all.count < 4 ? 10 : 3
        }
        let (worker, ending) = start([job])
        await clock.untilAsleep(1)
        worker.stop()
        await ending.value
        #expect(times(of: "drain") == [0, 0, 0, 0])
    }

    @Test func `a requested run wakes only the named sleeping job`() async {
        let (worker, ending) = start([
            Job(name: "one", everyMilliseconds: 1000, run: { _ in 0 }),
            Job(name: "two", everyMilliseconds: 1000, run: { _ in 0 }),
        ])
        await clock.untilAsleep(2)
        worker.requestRun("one")
        worker.requestRun("nobody")
        let runs = try? await log.wait(for: 3)
        await clock.untilAsleep(2)
        worker.stop()
        await ending.value
        #expect(runs?.last?.job == "one")
        #expect(times(of: "one") == [0, 0])
        #expect(times(of: "two") == [0])
    }

    @Test func `a run with results wakes the job that depends on it`() async {
        let found = Journal<Int>()
        let reads = Job(name: "reads", everyMilliseconds: 100, batch: 10, next: "sends") { _ in
            found.add(1)
            return found.all.count == 2 ? 1 : 0
        }
        let (worker, ending) = start([
            reads, Job(name: "sends", everyMilliseconds: 1000, run: { _ in 0 }),
        ])
        await clock.untilAsleep(2)
        clock.advance(milliseconds: 100)
        _ = try? await log.wait(for: 4)
        await clock.untilAsleep(2)
        clock.advance(milliseconds: 100)
        _ = try? await log.wait(for: 5)
        await clock.untilAsleep(2)
        worker.stop()
        await ending.value
        #expect(times(of: "reads") == [0, 100, 200])
        #expect(times(of: "sends") == [0, 100])
    }

    @Test func `runs requested during a run cause one more run, after it`() async {
        let began = Gate()
        let mayEnd = Gate()
        let running = Journal<Int>()
        let job = Job(name: "slow", everyMilliseconds: 1000) { _ in
            running.add(1)
            began.open()
            await mayEnd.wait()
            return 0
        }
        let (worker, ending) = start([job])
        await began.wait()
        for _ in 0..<10 { worker.requestRun("slow") }
        #expect(running.all.count == 1)
        mayEnd.open()
        _ = try? await log.wait(for: 2)
        await clock.untilAsleep(1)
        worker.stop()
        await ending.value
        #expect(running.all.count == 2)
    }

    @Test func `stop lets the running job finish and starts no other`() async {
        let slow = SlowJob()
        let (worker, ending) = start([slow.job])
        await slow.began.wait()
        worker.stop()
        worker.stop()
        worker.requestRun("slow")
        #expect(slow.finished.all.isEmpty)
        slow.mayEnd.open()
        await ending.value
        #expect(slow.finished.all == [false])
        #expect(log.all.count == 1)
    }

    @Test func `canceling the loop stops it and leaves the running job alone`() async {
        let slow = SlowJob()
        let (_, ending) = start([slow.job])
        await slow.began.wait()
        ending.cancel()
        slow.mayEnd.open()
        await ending.value
        #expect(slow.finished.all == [false])
    }

    @Test func `a worker that was stopped before its start runs nothing`() async {
        let worker = Worker(
            [Job(name: "job", everyMilliseconds: 1, run: { _ in 0 })], clock: clock.worker,
            finished: { [log] in log.add($0) })
        worker.stop()
        await worker.run()
        #expect(log.all.isEmpty)
    }

    /// The start times of a job's runs, in milliseconds since the test began.
    private func times(of job: String) -> [Int64] {
        log.all.filter { $0.job == job }.map { $0.startedAt.microseconds / 1000 }
    }
}

/// A job that ends on request, and records whether it was canceled until then.
private struct SlowJob: Sendable {
    let began = Gate()
    let mayEnd = Gate()
    let finished = Journal<Bool>()

    var job: Job {
        Job(name: "slow", everyMilliseconds: 1000) { [self] _ in
            began.open()
            await mayEnd.wait()
            finished.add(Task.isCancelled)
            return 0
        }
    }
}
