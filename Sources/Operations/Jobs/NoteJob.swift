import Postgres

/// Writes down how a job ran, for whoever asks which do and which fail.
package struct NoteJob: Sendable {
    package let state: JobState

    package init(state: JobState) { self.state = state }

    package func callAsFunction(on database: Database) async throws {
        try await database.run(state.note)
    }
}
