import Threads
import Vocabulary

/// Runs the jobs of a table side by side, and never one of them twice at a time.
///
/// `run` returns after `stop`, when the running jobs have finished.
package final class Worker: Sendable {
    private let jobs: [Job]
    private let wakeSignals: [WakeSignal]
    private let stopping = Flag()
    private let clock: WorkerClock
    private let finished: @Sendable (JobRun) async -> Void

    /// - Parameter finished: called after each run from the job's own task, which then continues.
    package init(
        _ jobs: [Job], clock: WorkerClock, finished: @escaping @Sendable (JobRun) async -> Void
    ) {
        precondition(Set(jobs.map(\.name)).count == jobs.count, "two jobs have the same name")
        self.jobs = jobs
        self.wakeSignals = jobs.map { _ in WakeSignal() }
        self.clock = clock
        self.finished = finished
    }

    /// Runs the jobs until `stop`. Canceling the caller has the same effect as `stop`: a job that
    /// is running is not canceled.
    package func run() async {
        await withTaskCancellationHandler {
            let loops = jobs.indices.map { index in Task { await loop(index) } }
            for loop in loops { await loop.value }
        } onCancel: {
            stop()
        }
    }

    /// Runs a job as soon as possible: now, or once more when its current run has ended.
    package func requestRun(_ name: String) {
        guard let index = jobs.firstIndex(where: { $0.name == name }) else { return }
        wakeSignals[index].wake()
    }

    /// Starts no further run. May be called from anywhere, and more than once.
    package func stop() {
        stopping.raise()
        for signal in wakeSignals { signal.wake() }
    }

    private func loop(_ index: Int) async {
        let job = jobs[index]
        var schedule = JobSchedule()
        var pause = schedule.firstPause(of: job, random: clock.random())
        while true {
            await wakeSignals[index].wait(milliseconds: pause, on: clock)
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
        if let next = job.next, case .success(1...) = result { requestRun(next) }
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

/// A flag that is raised once and that all tasks see.
///
/// Unchecked because the lock guards the state.
private final class Flag: @unchecked Sendable {
    private let lock = Lock()
    private var raised = false

    var isRaised: Bool { lock.withLock { raised } }

    func raise() { lock.withLock { raised = true } }
}
