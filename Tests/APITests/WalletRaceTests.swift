import TestSupport
import Testing

/// What phones do at the same moment.
@Suite(.timeLimit(.minutes(5))) struct WalletRaceTests {
    /// Who leaves found no phone, and then what had been registered meanwhile: it held that and wanted the phone, which somebody
    /// who registered held and wanted that.
    @Test func `one phone that comes and goes in all its threads is answered`() async throws {
        let held = try await PassScene.open().held()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<16 {
                group.addTask {
                    for _ in 0..<12 {
                        let reply =
                            thread.isMultiple(of: 2)
                            ? try await held.register()
                            : try await held.call("DELETE", held.registration())
                        #expect(200...201 ~= reply.status, "\(reply.text)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
