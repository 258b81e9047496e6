import Operations
import Vocabulary

/// Which runs of a job are written down: a rule without a clock or a database.
///
/// A job that looks every second and finds nothing is noted twice a minute, so that one sees it live;
/// one that works or begins to fail, at once, and then once a second at most.
package struct JobDiary: Sendable {
    /// What was not written yet, with what its runs finished.
    private var unwritten: JobState?
    private var written: JobState?

    package init() {}

    package static let busyMilliseconds: Int64 = 1_000
    package static let idleMilliseconds: Int64 = 30_000

    /// What is to be written after a run; nothing as long as it may wait.
    package mutating func add(_ run: JobRun, by process: String) -> JobState? {
        var state = JobState(run, by: process)
        state.finished += unwritten?.finished ?? 0
        state.failure = state.failure ?? unwritten?.failure
        unwritten = state
        guard let written else { return state }
        let isNews = state.finished > 0 || state.failures != written.failures
        let pause = (state.endedAt.microseconds - written.endedAt.microseconds) / 1000
        // A clock that was set back says nothing of the pause.
        guard pause >= 0, pause < (isNews ? Self.busyMilliseconds : Self.idleMilliseconds) else {
            return state
        }
        // Whoever rests for long now is not heard of again soon.
        return isNews && run.pauseMilliseconds >= Self.busyMilliseconds ? state : nil
    }

    /// It is in the database. If it could not be written it is given again with the next run.
    package mutating func keep(_ state: JobState) {
        written = state
        unwritten = nil
    }
}

extension JobState {
    init(_ run: JobRun, by process: String) {
        let end = Instant(microseconds: run.startedAt.microseconds + run.microseconds)
        self.init(
            name: run.job, process: process, startedAt: run.startedAt, endedAt: end,
            finished: Int64((try? run.result.get()) ?? 0), failures: run.failures,
            failure: run.errorKind.map { Failure(at: end, error: $0) },
            dueAt: Instant(microseconds: end.microseconds + run.pauseMilliseconds * 1000))
    }
}
