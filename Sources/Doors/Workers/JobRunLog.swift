import Operations
import Vocabulary

/// Decides which runs of a job are stored: a rule without a clock or a database.
///
/// A job that runs every second and finds nothing is stored twice a minute, which shows that it is
/// alive. A job that works or begins to fail is stored at once, and then at most once a second.
package struct JobRunLog: Sendable {
    /// The state that is not stored yet, with everything that its runs handled.
    private var unwritten: JobState?
    private var written: JobState?

    package init() {}

    package static let busyMilliseconds: Int64 = 1_000
    package static let idleMilliseconds: Int64 = 30_000

    /// Adds a run, and returns the state to store; nil as long as it may wait.
    package mutating func add(_ run: JobRun, by process: String) -> JobState? {
        var state = JobState(run, by: process)
        state.finished += unwritten?.finished ?? 0
        state.failure = state.failure ?? unwritten?.failure
        unwritten = state
        guard let written else { return state }
        let hasChanged = state.finished > 0 || state.failures != written.failures
        let pause = (state.endedAt.microseconds - written.endedAt.microseconds) / 1000
        // If a clock was set back, the pause is unknown.
        guard pause >= 0, pause < (hasChanged ? Self.busyMilliseconds : Self.idleMilliseconds)
        else {
            return state
        }
        // The job now pauses for long, so its next report would come late.
        return hasChanged && run.pauseMilliseconds >= Self.busyMilliseconds ? state : nil
    }

    /// Records that a state was stored. A state that could not be stored is returned again after
    /// the next run.
    package mutating func markStored(_ state: JobState) {
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
