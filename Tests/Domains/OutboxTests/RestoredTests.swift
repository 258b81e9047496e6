import HTTPClient
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Outbox

/// A dump restored into another cluster, whose transaction numbers start again.
@Suite(.timeLimit(.minutes(5))) struct RestoredTests {
    /// Passes all events to a handler, and delivers them to the endpoints.
    private func deliver(_ fixture: DeliveryFixture, handled: Journal<String>) async throws {
        let handler = EventHandler(for: [.customerOpened]) { event, _ in handled.add(event.id.text)
        }
        _ = try await fixture.database.transaction { try DispatchEvents([handler])(in: $0) }
        _ = try await FanOutEvents(now: noon)(on: fixture.database)
        while true {
            let worker = fixture.worker()
            let started = try await worker()
            await worker.finish()
            if started == 0 { break }
        }
        #expect(fixture.faults.all == [])
    }

    /// Delivers until `count` events have arrived: transactions of other tests may delay a reader
    /// for a moment.
    private func deliver(
        _ fixture: DeliveryFixture, handled: Journal<String>, until arrived: Journal<String>,
        _ count: Int
    ) async throws {
        try await eventually("\(count) events have arrived") {
            try await deliver(fixture, handled: handled)
            return arrived.all.count >= count && handled.all.count >= count
        }
    }

    private func listed(_ fixture: DeliveryFixture) async throws -> [String] {
        let list = ListPage<Event>(of: fixture.merchant.number, Event.Filter(), limit: 100)
        return try await list(on: fixture.database).items.map(\.id.text)
    }

    private func with(
        _ connection: String, _ body: (Database) async throws -> Void
    ) async throws {
        var settings = Database.Settings(connection)
        settings.connections = 4
        let database = Database(settings)
        do { try await body(database) } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    @Test func `each event is delivered once, in order, through two restores of a backup`()
        async throws
    {
        let name = "restored"
        try await TestDatabase.withFreshSettings { settings in
            try await with(settings.connection) { database in
                // More transaction numbers than a new cluster has used when a dump is restored.
                for _ in 0..<8_000 { try await database.run("SELECT pg_current_xact_id()") }
                let (arrived, handled) = (Journal<String>(), Journal<String>())
                let peer = try Peer.answering { request in
                    arrived.add(request["webhook-id"] ?? "")
                    return Peer.answer(204)
                }
                let old = try await DeliveryFixture(on: database)
                _ = try await old.endpoint(peer.url)
                var events = [try await old.event().id.text, try await old.event().id.text]
                try await deliver(old, handled: handled, until: arrived, 2)
                for _ in 0..<3 { events.append(try await old.event().id.text) }

                let second = TestCluster()
                let connection = second.restore(settings.connection, as: name)
                try await with(connection) { database in
                    let fixture = DeliveryFixture(old, restoredTo: database)
                    // An event of a server that kept running: it is delivered after the rebase.
                    events.append(try await fixture.event().id.text)
                    try await deliver(fixture, handled: handled)
                    #expect(arrived.all.count == 2 && handled.all.count == 2)
                    #expect(try await EventNumbering.check(database).isAhead)

                    let done = Journal<RebaseEvents.Outcome>()
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for _ in 0..<3 {
                            group.addTask {
                                try await RebaseEvents()(on: database).map { done.add($0) }
                            }
                        }
                        try await group.waitForAll()
                    }
                    #expect(done.all.map(\.moved) == [1])
                    #expect(try await !EventNumbering.check(database).needsRebase)
                    for _ in 0..<2 { events.append(try await fixture.event().id.text) }
                    try await deliver(fixture, handled: handled, until: arrived, 8)
                    #expect(arrived.all.sorted() == events.sorted())
                    #expect(handled.all == events)
                    #expect(try await listed(fixture) == events)
                    events.append(try await fixture.event().id.text)
                }

                // A restarted cluster keeps its transaction numbers, so the cursor does not move.
                second.stop()
                second.start()
                try await with(connection) { database in
                    let again = try await RebaseEvents()(on: database)
                    #expect(again == nil)
                }

                // A restore into a third cluster, whose transaction numbers also start again.
                let third = TestCluster()
                try await with(third.restore(connection, as: name)) { database in
                    let fixture = DeliveryFixture(old, restoredTo: database)
                    let outcome = try #require(try await RebaseEvents()(on: database))
                    #expect(outcome.moved == 0)
                    let again = try await RebaseEvents()(on: database)
                    #expect(again == nil)
                    events.append(try await fixture.event().id.text)
                    try await deliver(fixture, handled: handled, until: arrived, 10)
                    try await deliver(fixture, handled: handled)
                    #expect(arrived.all.sorted() == events.sorted())
                    #expect(handled.all == events)
                    #expect(try await listed(fixture) == events)
                }
                second.stop()
                third.stop()
            }
        }
    }

    @Test func `a restore into a cluster with higher transaction numbers moves no cursor`()
        async throws
    {
        let young = TestCluster()
        try await with(young.connection) { database in
            let name = "young"
            try await database.run(Query(raw: "CREATE DATABASE \(name)"))
            let connection = young.connection.replacing("dbname=postgres", with: "dbname=\(name)")
            _ = try await Migrator(try TestDatabase.migrations, Database.Settings(connection))
                .migrate()
            try await with(connection) { database in
                let old = try await DeliveryFixture(on: database)
                let (arrived, handled) = (Journal<String>(), Journal<String>())
                let peer = try Peer.answering { request in
                    arrived.add(request["webhook-id"] ?? "")
                    return Peer.answer(204)
                }
                _ = try await old.endpoint(peer.url)
                let before = [try await old.event().id.text, try await old.event().id.text]
                let elder = TestCluster()
                try await with(elder.connection) { database in
                    for _ in 0..<8_000 { try await database.run("SELECT pg_current_xact_id()") }
                }
                try await with(elder.restore(connection, as: name)) { database in
                    let fixture = DeliveryFixture(old, restoredTo: database)
                    let again = try await RebaseEvents()(on: database)
                    #expect(again == nil)
                    let after = try await fixture.event().id.text
                    try await deliver(fixture, handled: handled, until: arrived, 3)
                    #expect(arrived.all.sorted() == (before + [after]).sorted())
                    #expect(handled.all == before + [after])
                }
                elder.stop()
            }
        }
        young.stop()
    }
}
