import Postgres

/// Lists the last run of each job, by name; a job that never ran in any process is missing.
package struct ListJobs: Sendable {
    package init() {}

    package func callAsFunction(on database: Database) async throws -> [JobState] {
        try await database.run(JobState.all).map(JobState.init(row:))
    }
}
