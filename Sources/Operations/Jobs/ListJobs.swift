import Postgres

/// How each job ran last, by name; one that never ran in any process is not in it.
package struct ListJobs: Sendable {
    package init() {}

    package func callAsFunction(on database: Database) async throws -> [JobState] {
        try await database.run(JobState.all).map(JobState.init(row:))
    }
}
