import Crypto
import Merchants
import Outbox
import Postgres
import TestSupport
import Testing
import Vocabulary

/// From events to deliveries: each event once to each endpoint that subscribes to it.
@Suite(.timeLimit(.minutes(5))) struct FanOutTests {
    @Test func `an event goes to its merchant's subscribed endpoints`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let seller = try await Seller(on: database)
            let other = try await Seller(on: database)
            let all = try await seller.endpoint()
            let paid = try await seller.endpoint(types: [.checkoutCaptured])
            let canceled = try await seller.endpoint(types: [.checkoutCanceled, .refundFailed])
            let disabled = try await seller.endpoint { $0.disable(because: .gone, at: now) }
            let deleted = try await seller.endpoint { $0.deletedAt = now }
            let stranger = try await other.endpoint()
            let event = try await seller.happen(.checkoutCaptured)
            try await fanOut(1, on: database)
            #expect(try await seller.deliveries(to: all) == [event])
            #expect(try await seller.deliveries(to: paid) == [event])
            for endpoint in [canceled, disabled, deleted] {
                #expect(try await seller.deliveries(to: endpoint) == [])
            }
            #expect(try await other.deliveries(to: stranger) == [])
            let rows = try await database.run("SELECT state, attempts, next_at FROM deliveries")
            #expect(try rows.map { try $0.get("state") } == ["pending", "pending"])
            #expect(try rows.map { try $0.get("attempts") } == [0, 0])
            #expect(try rows.map { try $0.get("next_at") } == [now, now])
        }
    }

    @Test func `an event is fanned out once`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let seller = try await Seller(on: database)
            let endpoint = try await seller.endpoint()
            let first = try await seller.happen()
            try await fanOut(1, on: database)
            // A later endpoint gets no earlier events.
            let late = try await seller.endpoint()
            let second = try await seller.happen()
            try await fanOut(1, on: database)
            #expect(try await FanOutEvents(now: now)(on: database) == 0)
            #expect(try await seller.deliveries(to: endpoint) == [first, second])
            #expect(try await seller.deliveries(to: late) == [second])
        }
    }

    /// docs/rules/demands.md#37: the event of a transaction that ends late has the lower number.
    @Test func `an event that is committed late is not skipped`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let seller = try await Seller(on: database)
            let endpoint = try await seller.endpoint()
            let (late, early) = (seller.event(), seller.event())
            let gate = BodyGate()
            let slow = Task {
                try await database.transaction { transaction in
                    try transaction.run("SET LOCAL idle_in_transaction_session_timeout = 0")
                    try transaction.run(late.insert)
                    gate.wait()
                }
            }
            do {
                try await eventually("the late event is inserted") { gate.isReached }
                try await database.run(early.insert)
                #expect(try await FanOutEvents(now: now)(on: database) == 0)
            } catch {
                gate.open()
                throw error
            }
            gate.open()
            try await slow.value
            try await fanOut(2, on: database)
            #expect(try await Set(seller.deliveries(to: endpoint)) == [late.id, early.id])
        }
    }

    @Test func `several workers create each delivery once`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let seller = try await Seller(on: database)
            let endpoints = [try await seller.endpoint(), try await seller.endpoint()]
            // More than two batches, so that one run follows another.
            let count = FanOutEvents.batch * 2 + 100
            let events = (0..<count).map { _ in seller.event() }
            for start in stride(from: 0, to: count, by: 100) {
                try await database.transaction { transaction in
                    for event in events[start..<start + 100] {
                        try transaction.enqueue(event.insert)
                    }
                }
            }
            let read = Journal<Int>()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await eventually("all events are read") {
                            let count = try await FanOutEvents(now: now)(on: database)
                            #expect(count <= FanOutEvents.batch)
                            read.add(count)
                            return read.all.reduce(0, +) >= events.count
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(read.all.reduce(0, +) == count)
            let rows = try await database.run("SELECT count(*) AS made FROM deliveries")
            #expect(try rows[0].get("made") == count * endpoints.count)
        }
    }

    @Test func `a worker skips its run while another holds the cursor`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let seller = try await Seller(on: database)
            let endpoint = try await seller.endpoint()
            let event = try await seller.happen()
            // This run only shows that no older transaction is open.
            try await fanOut(1, on: database)
            try await database.run(
                "UPDATE outbox_cursors SET written_by = '0' WHERE reader = 'webhooks'")
            try await database.run(
                "DELETE FROM deliveries WHERE merchant_id = \(seller.merchant)")
            let gate = BodyGate()
            let holder = Task {
                try await database.transaction { transaction in
                    try transaction.run("SET LOCAL idle_in_transaction_session_timeout = 0")
                    try transaction.run("SELECT FROM outbox_cursors FOR UPDATE")
                    gate.wait()
                }
            }
            do {
                try await eventually("the cursor is locked") { gate.isReached }
                #expect(try await FanOutEvents(now: now)(on: database) == 0)
            } catch {
                gate.open()
                throw error
            }
            gate.open()
            try await holder.value
            try await fanOut(1, on: database)
            #expect(try await seller.deliveries(to: endpoint) == [event])
        }
    }

    @Test func `a run without new events writes nothing`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let seller = try await Seller(on: database)
            _ = try await seller.happen()
            try await fanOut(1, on: database)
            let cursor = Query(raw: "SELECT xmin::text || ' ' || xmax::text FROM outbox_cursors")
            let before: String = try await database.run(cursor)[0].get(at: 0)
            #expect(try await FanOutEvents(now: now)(on: database) == 0)
            #expect(try await database.run(cursor)[0].get(at: 0) == before)
        }
    }

    @Test func `old events are deleted with their deliveries, unless one is pending`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let seller = try await Seller(on: database)
            let endpoint = try await seller.endpoint()
            let old = now.adding(seconds: -31 * 86_400)
            try await seller.happen(at: old)
            let pending = try await seller.happen(at: old)
            let young = try await seller.happen(at: now.adding(seconds: -29 * 86_400))
            try await fanOut(3, on: database)
            let merchant = seller.merchant
            try await database.run(
                """
                UPDATE deliveries SET state = 'delivered', ended_at = now()
                WHERE merchant_id = \(merchant) AND event_id <> \(pending.uuid)
                """)
            try await database.run(
                """
                INSERT INTO delivery_attempts
                    (merchant_id, endpoint_id, event_id, number, at, milliseconds, status)
                SELECT merchant_id, endpoint_id, event_id, 1, now(), 5, 200 FROM deliveries
                WHERE merchant_id = \(merchant)
                """)
            #expect(try await PurgeEvents(now: now)(on: database) == 1)
            #expect(try await PurgeEvents(now: now)(on: database) == 0)
            #expect(try await seller.deliveries(to: endpoint) == [pending, young])
            for table in ["events", "deliveries", "delivery_attempts"] {
                let rows = try await database.run(
                    Query(raw: "SELECT event_id FROM \(table)"))
                let kept = try rows.map { try $0.get("event_id", as: UUID128.self) }
                #expect(kept.count == 2)
                #expect(Set(kept) == [pending.uuid, young.uuid])
            }
        }
    }

    /// Reads until this many events were read; transactions of other tests may delay them for a
    /// moment.
    private func fanOut(_ count: Int, on database: Database) async throws {
        var read = 0
        try await eventually("\(count) events are read") {
            read += try await FanOutEvents(now: now)(on: database)
            return read >= count
        }
        #expect(read == count)
    }
}

private let now = Instant(seconds: 1_800_000_000)

/// A merchant with endpoints and events.
private struct Seller: Sendable {
    let merchant: MerchantNumber
    private let database: Database
    private static let keys = KeyRing(masters: [1: Secret.random(KeyRing.masterCount)])

    init(on database: Database) async throws {
        let open = OpenMerchant(
            name: "Seller", live: false, settings: MerchantSettings(), now: now,
            keyIdentifiers: (Seller.identify(), Seller.identify()))
        merchant = try await database.transaction { try open(in: $0) }.merchant.number
        self.database = database
    }

    private static func identify() -> UUID128 {
        UUID128.version7(at: now, random: Random.words())
    }

    func endpoint(
        types: [Event.Kind]? = nil,
        _ change: @escaping @Sendable (inout WebhookEndpoint) -> Void = { _ in }
    ) async throws -> WebhookEndpoint.ID {
        let id = WebhookEndpoint.ID(merchant: merchant, uuid: Seller.identify())
        let endpoint = WebhookEndpoint(
            id: id, url: "https://shop.example", eventTypes: types, description: nil,
            secrets: EndpointSecrets(SigningSecret(), of: id, keys: Seller.keys), createdAt: now,
            changedAt: now)
        return try await database.transaction { transaction in
            var made = try CreateEndpoint(endpoint: endpoint)(in: transaction)
            change(&made)
            try transaction.enqueue(made.store)
            return id
        }
    }

    func event(_ type: Event.Kind = .checkoutCaptured, at moment: Instant = now) -> Event {
        let id = Event.ID(merchant: merchant, uuid: Seller.identify())
        return Event(
            id: id, type: type, object: id.text, sequence: 1, data: Array("{}".utf8), at: moment)
    }

    @discardableResult
    func happen(
        _ type: Event.Kind = .checkoutCaptured, at moment: Instant = now
    ) async throws -> Event.ID {
        let event = event(type, at: moment)
        try await database.run(event.insert)
        return event.id
    }

    /// The deliveries to an endpoint, in the order of their creation.
    func deliveries(to endpoint: WebhookEndpoint.ID) async throws -> [Event.ID] {
        try await database.run(
            """
            SELECT d.event_id FROM deliveries d
            JOIN events v ON v.merchant_id = d.merchant_id AND v.event_id = d.event_id
            WHERE d.merchant_id = \(merchant) AND d.endpoint_id = \(endpoint.uuid)
            ORDER BY v.written_by, v.event_id
            """
        ).map { Event.ID(merchant: merchant, uuid: try $0.get("event_id")) }
    }
}
