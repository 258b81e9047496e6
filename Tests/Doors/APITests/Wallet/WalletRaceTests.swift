import TestSupport
import Testing

/// Requests of one phone at the same moment.
@Suite(.timeLimit(.minutes(5))) struct WalletRaceTests {
    /// Guards against a deadlock: an unregistration that found no device locked a registration made
    /// since, and then waited for the device, which a registration had locked while it waited for
    /// that row.
    @Test func `simultaneous registrations and unregistrations are all answered`() async throws {
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
