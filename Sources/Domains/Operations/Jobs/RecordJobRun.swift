import Postgres

/// Stores the result of a run of a job, so that the operator sees which jobs run and which fail.
package struct RecordJobRun: Sendable {
    package let state: JobState

    package init(state: JobState) { self.state = state }

    package func callAsFunction(on database: Database) async throws {
        try await database.run(state.note)
    }
}
