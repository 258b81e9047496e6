import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Subscriptions

/// One worker at a time moves a test clock, and only forward.
@Suite struct TestClockTests {
    @Test func `a worker that wakes up late cannot move a clock back`() async throws {
        let toaster = try await Toaster.open()
        let database = try await TestServer.shared.value.database
        let id = TestClock.ID(toaster.clock)!
        let start = Instant(rfc3339: Toaster.start)!
        // This test holds the lease, because other tests' workers move all clocks.
        let far = TestServer.now().adding(seconds: 86_400)
        let goal = start.adding(seconds: 10)
        func move(to second: Int64, _ target: Instant) async throws -> Bool {
            let clock = TestClock(
                id: id, name: nil, at: start.adding(seconds: second), target: target,
                createdAt: start)
            return try await !database.run(clock.move(to: goal, leasedUntil: far)).isEmpty
        }
        try await database.run(
            TestClock(id: id, name: nil, at: start, target: goal, createdAt: start)
                .store(leasedUntil: far))
        #expect(try await move(to: 5, goal))
        #expect(try await !move(to: 3, goal))
        #expect(try await move(to: 5, goal))
        let shown = try await toaster.shop.ask("GET", "/v1/test-clocks/\(toaster.clock)")
        #expect(shown.string("now") == "2026-01-05T10:00:05Z")
        // Another call has set a later target in the meantime.
        try await database.run(
            TestClock(
                id: id, name: nil, at: start, target: start.adding(seconds: 20), createdAt: start
            ).store(leasedUntil: far))
        #expect(try await !move(to: 10, goal))
    }
}
