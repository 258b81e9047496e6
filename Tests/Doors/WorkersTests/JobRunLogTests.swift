import JSON
import Operations
import Postgres
import Testing
import Vocabulary

@testable import Workers

@Suite struct JobRunLogTests {
    struct Broken: Error { let card = "4111111111111111" }

    /// A run that takes 10 ms.
    private func run(
        at milliseconds: Int64, finishing finished: Int = 0, pausing pause: Int64 = 100,
        failures: Int = 0, error: (any Error)? = nil
    ) -> JobRun {
        JobRun(
            job: "sweep", startedAt: Instant(microseconds: milliseconds * 1000),
            microseconds: 10_000, result: error.map { .failure($0) } ?? .success(finished),
            failures: failures, pauseMilliseconds: pause)
    }

    /// - Returns: the runs after which the log was written, with the number of items finished.
    private func written(_ runs: [JobRun]) -> [String] {
        var diary = JobRunLog()
        return runs.compactMap { run in
            guard let state = diary.add(run, by: "here/1") else { return nil }
            diary.markStored(state)
            return "\(run.startedAt.microseconds / 1000): \(state.finished)"
        }
    }

    @Test func `the log of a job has the start, the end and the count of its run`() {
        var diary = JobRunLog()
        let state = diary.add(run(at: 1000, finishing: 3), by: "here/1")
        #expect(
            state
                == JobState(
                    name: "sweep", process: "here/1", startedAt: Instant(seconds: 1),
                    endedAt: Instant(microseconds: 1_010_000), finished: 3, failures: 0,
                    failure: nil, dueAt: Instant(microseconds: 1_110_000)))
    }

    @Test func `an idle job is recorded twice a minute`() {
        let runs = (0..<1000).map { run(at: $0 * 100) }
        #expect(written(runs) == ["0: 0", "30000: 0", "60000: 0", "90000: 0"])
    }

    @Test func `a busy job is recorded once a second, with all that it finished`() {
        let runs = (0..<25).map { run(at: $0 * 100, finishing: 2) }
        #expect(written(runs) == ["0: 2", "1000: 20", "2000: 20"])
    }

    @Test func `a job is recorded before a long pause`() {
        let runs = [
            run(at: 0, finishing: 500, pausing: 0), run(at: 20, finishing: 500, pausing: 0),
            run(at: 40, finishing: 7, pausing: 3_600_000),
        ]
        #expect(written(runs) == ["0: 500", "40: 507"])
    }

    @Test func `a job's first failure, and its recovery, is recorded soon`() {
        let runs = [
            run(at: 0), run(at: 5000), run(at: 5100, failures: 1, error: Broken()),
            run(at: 5300, failures: 2, error: Broken()), run(at: 6500), run(at: 6600),
        ]
        #expect(written(runs) == ["0: 0", "5100: 0", "6500: 0"])
    }

    @Test func `a record that could not be written is added to the next run`() {
        var diary = JobRunLog()
        _ = diary.add(run(at: 0, finishing: 3), by: "here/1")
        _ = diary.add(run(at: 100, failures: 1, error: Broken()), by: "here/1")
        let state = diary.add(run(at: 200, finishing: 4), by: "here/1")
        #expect(state?.finished == 7)
        #expect(state?.failure?.at == Instant(microseconds: 110_000))
    }

    @Test func `a clock that was set back delays no record`() {
        let runs = [run(at: 100_000), run(at: 0), run(at: 100)]
        #expect(written(runs) == ["100000: 0", "0: 0"])
    }

    @Test func `an error is recorded by its kind, without values`() {
        #expect(run(at: 0).errorKind == nil)
        #expect(run(at: 0, failures: 1, error: Broken()).errorKind == "Broken")
        let statement = PostgresError.statementTimeout(statement: "SELECT secret")
        #expect(
            run(at: 0, failures: 1, error: statement).errorKind
                == "PostgresError: the database took too long")
        let stored = StoredValueError(column: "state")
        #expect(
            run(at: 0, failures: 1, error: stored).errorKind
                == "StoredValueError: a value of state cannot be read")
        let document = StoredDocumentError("plan", nil)
        #expect(
            run(at: 0, failures: 1, error: document).errorKind
                == "StoredDocumentError: a stored plan cannot be read")
    }
}
