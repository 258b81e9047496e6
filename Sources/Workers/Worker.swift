import Vocabulary

/// The loop that runs the table of jobs, each beside the others and never twice at a time.
///
/// `run` ends after `stop`, when the jobs that were running have finished.
package final class Worker: Sendable {
    private let jobs: [Job]
    private let bells: [Bell]
    private let stopping = Flag()
    private let clock: WorkerClock
    private let finished: @Sendable (JobRun) async -> Void

    /// - Parameter finished: told after each run, from the job's own task, which goes on after it.
    package init(
        _ jobs: [Job], clock: WorkerClock, finished: @escaping @Sendable (JobRun) async -> Void
    ) {
        precondition(Set(jobs.map(\.name)).count == jobs.count, "two jobs have one name")
        self.jobs = jobs
        self.bells = jobs.map { _ in Bell() }
        self.clock = clock
        self.finished = finished
    }

    /// Runs the jobs until `stop`. Cancelling the caller is the same as `stop`: it does not reach
    /// into a job that is running.
    package func run() async {
        await withTaskCancellationHandler {
            let loops = jobs.indices.map { index in Task { await loop(index) } }
            for loop in loops { await loop.value }
        } onCancel: {
            stop()
        }
    }

    /// Runs a job as soon as it can: now, or once more when the run under way has ended.
    package func nudge(_ name: String) {
        guard let index = jobs.firstIndex(where: { $0.name == name }) else { return }
        bells[index].ring()
    }

    /// Begins no further run. May be called from anywhere, and more than once.
    package func stop() {
        stopping.raise()
        for bell in bells { bell.ring() }
    }

    private func loop(_ index: Int) async {
        let job = jobs[index]
        var schedule = JobSchedule()
        var pause = schedule.firstPause(of: job, random: clock.random())
        while true {
            await bells[index].wait(milliseconds: pause, on: clock)
            if stopping.isRaised { return }
            pause = await run(job, &schedule)
        }
    }

    private func run(_ job: Job, _ schedule: inout JobSchedule) async -> Int64 {
        let start = clock.now()
        let result: Result<Int, any Error>
        do {
            result = .success(try await job.run(start))
        } catch {
            result = .failure(error)
        }
        if let next = job.next, case .success(1...) = result { nudge(next) }
        let pause = schedule.pause(
            of: job, afterFinishing: try? result.get(), random: clock.random())
        await finished(
            JobRun(
                job: job.name, startedAt: start,
                microseconds: max(0, clock.now().microseconds - start.microseconds),
                result: result, failures: schedule.failures, pauseMilliseconds: pause))
        return pause
    }
}

/// Raised once, seen by all.
///
/// Unchecked because the state is guarded by the lock.
private final class Flag: @unchecked Sendable {
    private let lock = Lock()
    private var raised = false

    var isRaised: Bool { lock.hold { raised } }

    func raise() { lock.hold { raised = true } }
}
