import Foundation
import Merchants
import Outbox
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import API

/// Lists with a filter that no index serves, for merchants with many rows.
@Suite(.timeLimit(.minutes(5))) struct FilteredListTests {
    /// Reads a list to its end.
    ///
    /// - Returns: The identifiers, and the number of pages.
    private func read(_ shop: Shop, _ path: String) async throws -> (ids: [String], pages: Int) {
        var (ids, pages, after): ([String], Int, String) = ([], 0, "")
        repeat {
            let page = try await shop.ask("GET", path + after)
            #expect(page.status == 200, "\(page.text)")
            ids += (0..<page.count("data")).compactMap { page.string("data.\($0).id") }
            pages += 1
            guard let cursor = page.string("nextCursor") else { break }
            after = "&after=\(cursor)"
        } while pages < 20
        return (ids, pages)
    }

    @Test func `a list of a frequent event type reads at most 10,000 events a page`()
        async throws
    {
        let shop = try await Shop.open()
        let database = try await TestServer.shared.value.database
        let merchant = shop.merchant.number
        // The first and the last event match. Both types are frequent ones, without an index.
        for (type, from, to) in [
            ("invoice.paid", 1, 1), ("checkout.captured", 2, 20_001),
            ("invoice.paid", 20_002, 20_002),
        ] {
            try await database.run(
                """
                INSERT INTO events (merchant_id, event_id, type, object, sequence, data, created_at)
                SELECT \(merchant), lpad(to_hex(n), 32, '0')::uuid, \(type), 'obj_' || n, 1, '{}',
                    now() FROM generate_series(\(Int64(from))::bigint, \(Int64(to))::bigint) n
                """)
        }
        try await eventually("all events are listed") {
            try await shop.ask("GET", "/v1/events?order=newest&limit=1").string("data.0.object")
                == "obj_20002"
        }
        for order in ["oldest", "newest"] {
            let (ids, pages) = try await read(
                shop, "/v1/events?type=invoice.paid&order=\(order)")
            #expect(ids.count == 2)
            #expect(pages == 3)
        }
        let (ids, pages) = try await read(shop, "/v1/events?type=dispute.opened")
        #expect(ids.isEmpty)
        #expect(pages == 1, "an index finds events of a rare type")
    }

    @Test func `events stored between a page and the end of its scan are not skipped`() async throws
    {
        let shop = try await Shop.open()
        let database = try await TestServer.shared.value.database
        let merchant = shop.merchant.number
        let insert = { (from: Int64, to: Int64) in
            try await database.run(
                """
                INSERT INTO events (merchant_id, event_id, type, object, sequence, data, created_at)
                SELECT \(merchant), lpad(to_hex(n), 32, '0')::uuid, 'checkout.captured',
                    'obj_' || n, 1, '{}', now() FROM generate_series(\(from)::bigint, \(to)::bigint) n
                """)
            try await eventually("all events are listed") {
                try await shop.ask("GET", "/v1/events?order=newest&limit=1")
                    .string("data.0.object") == "obj_\(to)"
            }
        }
        // A little fewer than one scan reads, and then a little more.
        try await insert(1, Int64(PageScan.rowsMax) - 10)
        var filter = Event.Filter()
        filter.type = .invoicePaid
        let list = try await Event.prepare(
            ListPage<Event>(of: merchant, filter, limit: 100), on: database)
        #expect(try await database.run(Event.page(list)).isEmpty)
        try await insert(Int64(PageScan.rowsMax) - 9, Int64(PageScan.rowsMax) + 10)
        let end = try #require(Event.scan(list)).end
        #expect(try await database.run(end).isEmpty, "the scan ends where the page ended")
    }

    @Test func `a list of passes by time reads at most 10,000 passes a page`() async throws {
        let scene = try await PassScene.open()
        let held = try await scene.held()
        let changed = try await held.change(
            #""members":{"relevantDates":[{"date":"2027-03-07T12:00Z"}]}"#)
        #expect(changed.status == 200, "\(changed.text)")
        let merchant = scene.shop.merchant.number
        try await TestServer.shared.value.database.run(
            """
            INSERT INTO passes (merchant_id, pass_id, pass_type_id, serial_number, data_key, sealed,
                token_digest, content, template_version, tag, modified_at, created_at)
            SELECT p.merchant_id, ('ffffffff-ffff-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
                p.pass_type_id, 'n' || n, p.data_key, p.sealed,
                decode(lpad(to_hex(n), 64, '0'), 'hex'), p.content, p.template_version, p.tag + n,
                p.modified_at, p.created_at
            FROM passes p, generate_series(1, 10050) n WHERE p.merchant_id = \(merchant)
            """)
        for range in [
            "relevantFrom=2027-03-07T00:00:00Z", "relevantUntil=2027-03-08T00:00:00Z",
            "relevantFrom=2027-03-07T00:00:00Z&relevantUntil=2027-03-08T00:00:00Z",
        ] {
            let (ids, pages) = try await read(scene.shop, "/v1/passes?\(range)")
            #expect(ids == [held.id])
            #expect(pages == 2)
        }
    }

    @Test func `a list of checkouts by status reads at most 10,000 checkouts a page`() async throws
    {
        let shop = try await Shop.open()
        let first = try await shop.checkout()
        _ = try await shop.ask("POST", "/v1/checkouts/\(first.id)/cancel")
        let merchant = shop.merchant.number
        try await TestServer.shared.value.database.run(
            """
            INSERT INTO checkouts (merchant_id, checkout_id, state, version, currency, total,
                total_pending, settings_version, request, derivation_key, attempts, created_at,
                expires_at, changed_at)
            SELECT c.merchant_id, ('ffffffff-ffff-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
                'open', 1, c.currency, c.total, false, c.settings_version, c.request,
                c.derivation_key, 0, now(), now() + interval '1 day', now()
            FROM checkouts c, generate_series(1, 10050) n WHERE c.merchant_id = \(merchant)
            """)
        let (ids, pages) = try await read(shop, "/v1/checkouts?status=canceled")
        #expect(ids == [first.id])
        #expect(pages == 2)
        let open = try await shop.ask("GET", "/v1/checkouts?status=open&limit=100")
        #expect(open.count("data") == 100)
        #expect(try await read(shop, "/v1/checkouts?tried=true").ids.isEmpty)
    }

    @Test func `four list reads of one merchant run at once, and further ones wait`() async throws {
        let turns = ReadLimiter()
        let (one, other) = (MerchantNumber(1), MerchantNumber(2))
        for _ in 0..<ReadLimiter.atOnceMax { try await turns.begin(one) }
        // Another merchant does not wait.
        try await turns.begin(other)
        let waiting = (0..<ReadLimiter.waitingMax).map { _ in Task { try await turns.begin(one) } }
        try await eventually("all calls wait") {
            await turns.count(of: one) == ReadLimiter.waitingMax
        }
        await #expect(throws: Problem.self) { try await turns.begin(one) }
        for _ in waiting { await turns.end(one) }
        for task in waiting { try await task.value }
        for _ in 0..<ReadLimiter.atOnceMax { await turns.end(one) }
        try await turns.begin(one)
    }
}
