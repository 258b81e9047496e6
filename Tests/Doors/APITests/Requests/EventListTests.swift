import Foundation
import Merchants
import Outbox
import Postgres
import TestSupport
import Testing
import Vocabulary

/// The list of events, for merchants who poll instead of receiving webhooks.
@Suite(.timeLimit(.minutes(5))) struct EventListTests {
    @Test func `events are listed oldest first and can be read one by one`() async throws {
        let shop = try await Shop.open()
        let first = try await shop.checkout()
        _ = try await first.pay(sandbox: #""outcome":"decline""#)
        _ = try await first.pay()
        let second = try await shop.checkout()
        _ = try await shop.ask("POST", "/v1/checkouts/\(second.id)/cancel")
        let list = try await events(shop, count: 3)
        #expect(
            (0..<3).map { list.string("data.\($0).type") } == [
                "checkout.declined", "checkout.captured", "checkout.canceled",
            ])
        #expect((0..<3).map { list.number("data.\($0).sequence") } == [1, 2, 1])
        #expect(list.string("data.1.object") == first.id)
        #expect(list.string("data.1.data.status") == "captured")
        let id = try #require(list.string("data.1.id"))
        let one = try await shop.ask("GET", "/v1/events/\(id)")
        #expect(one.status == 200)
        #expect(one.string("type") == "checkout.captured")
        #expect(list.text.contains(one.text))
    }

    @Test func `events can be filtered by type and object, in either order`() async throws {
        let shop = try await Shop.open()
        var ids: [String] = []
        for _ in 0..<3 {
            let checkout = try await shop.checkout()
            _ = try await checkout.pay(sandbox: #""outcome":"decline""#)
            _ = try await checkout.pay()
            ids.append(checkout.id)
        }
        _ = try await events(shop, count: 6)
        let declined = try await shop.ask("GET", "/v1/events?type=checkout.declined")
        #expect((0..<3).map { declined.string("data.\($0).object") } == ids)
        #expect(declined.count("data") == 3)
        let one = try await shop.ask("GET", "/v1/events?object=\(ids[1])")
        #expect(one.count("data") == 2)
        let newest = try await shop.ask("GET", "/v1/events?order=newest&limit=2")
        #expect((0..<2).map { newest.number("data.\($0).sequence") } == [2, 1])
        #expect(newest.string("data.0.object") == ids[2])
        let cursor = try #require(newest.string("nextCursor"))
        let older = try await shop.ask("GET", "/v1/events?order=newest&limit=2&after=\(cursor)")
        #expect(older.string("data.0.object") == ids[1])
        for query in ["type=cake.baked", "order=sideways", "object=", "colour=red"] {
            #expect(try await shop.ask("GET", "/v1/events?\(query)").status == 400)
        }
    }

    @Test func `a reader that continues after the last event reads each event once`() async throws {
        let shop = try await Shop.open()
        for _ in 0..<3 { _ = try await shop.checkout().pay() }
        _ = try await events(shop, count: 3)
        var read: [String] = []
        var after = ""
        while true {
            let page = try await shop.ask("GET", "/v1/events?limit=2\(after)")
            let ids = (0..<page.count("data")).compactMap { page.string("data.\($0).id") }
            read += ids
            guard let last = ids.last else { break }
            after = "&after=\(last)"
        }
        #expect(read.count == 3)
        #expect(Set(read).count == 3)
        // The same cursor finds an event that is emitted later.
        _ = try await shop.checkout().pay()
        try await eventually("the next event follows") {
            try await shop.ask("GET", "/v1/events?limit=2\(after)").count("data") == 1
        }
    }

    @Test func `an unknown event is not a valid cursor`() async throws {
        let shop = try await Shop.open()
        let now = TestServer.now()
        let never = Event.ID(merchant: shop.merchant.number, uuid: TestServer.identify(now))
        let reply = try await shop.ask("GET", "/v1/events?after=\(never.text)")
        #expect(reply.status == 400)
        #expect(reply.string("errors.0.pointer") == "?after")
        #expect(try await shop.ask("GET", "/v1/events/\(never.text)").status == 404)
    }

    /// Rule: docs/rules/demands.md#37. The first transaction stays open, and its number is the
    /// lower one.
    @Test func `an event that is committed late is not skipped`() async throws {
        let shop = try await Shop.open()
        let database = try await TestServer.shared.value.database
        let (late, early) = (event(of: shop, "late"), event(of: shop, "early"))
        let gate = BodyGate()
        let slow = Task {
            try await database.transaction { transaction in
                // On a busy machine the requests below took longer than the server's ten seconds.
                try transaction.run("SET LOCAL idle_in_transaction_session_timeout = 0")
                try transaction.run(late.insert)
                gate.wait()
            }
        }
        do {
            try await eventually("the late event is inserted") { gate.isReached }
            try await database.run(early.insert)
            let waiting = try await shop.ask("GET", "/v1/events")
            #expect(waiting.count("data") == 0, "a reader would skip the late event")
            #expect(try await shop.ask("GET", "/v1/events/\(early.id.text)").status == 200)
        } catch {
            gate.open()
            throw error
        }
        gate.open()
        try await slow.value
        let list = try await events(shop, count: 2)
        #expect((0..<2).map { list.string("data.\($0).object") } == ["late", "early"])
    }

    @Test func `concurrent events of one object are numbered without gaps`()
        async throws
    {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout()
        // The tenth decline ends the checkout. Of simultaneous payments one reaches the processor
        // and the others are refused. Each payment differs: a repeated one would be answered with
        // its stored outcome.
        let payments = Journal<Int>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    try await eventually("the delivery has failed") {
                        payments.add(task)
                        let delay = "\"delayMilliseconds\":\(payments.all.count % 50)"
                        _ = try await checkout.pay(sandbox: #""outcome":"decline","# + delay)
                        return try await checkout.state().string("status") == "failed"
                    }
                }
            }
            try await group.waitForAll()
        }
        let list = try await events(shop, count: 10)
        #expect((0..<10).map { list.number("data.\($0).sequence") } == Array(1...10))
        #expect(list.string("data.9.type") == "checkout.failed")
    }

    /// Returns the list as soon as it holds this number of events.
    private func events(_ shop: Shop, count: Int) async throws -> Reply {
        var list = try await shop.ask("GET", "/v1/events?limit=100")
        try await eventually("\(count) events are listed") {
            list = try await shop.ask("GET", "/v1/events?limit=100")
            return list.count("data") >= count
        }
        #expect(list.count("data") == count)
        return list
    }

    private func event(of shop: Shop, _ object: String) -> Event {
        let now = TestServer.now()
        return Event(
            id: Event.ID(merchant: shop.merchant.number, uuid: TestServer.identify(now)),
            type: .checkoutCanceled, object: object, sequence: 1, data: Array("{}".utf8), at: now)
    }
}
