import CartSupport
import Contacts
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// The data of checkouts that were never paid.
struct ForgetAbandonedTests {
    @Test func `a pass through many blocks forgets each checkout once`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            for _ in 0..<60 {
                let open = OpenCheckout(
                    request: delivered(cart(item("10.00"))),
                    prefill: Prefill(shippingContact: Till.ada), merchant: till.merchant,
                    coupon: nil, keys: till.keys, language: .english,
                    identifier: Till.identify(now), now: now)
                _ = try await database.run(
                    open.statement(open.prepare().sheet, claim: nil, answer: nil))
            }
            let blocks: Int64 = try #require(
                try await database.run(Remains.blocks).first?.get("blocks"))
            #expect(blocks > 3)
            let later = now.adding(seconds: ForgetAbandoned.keptSeconds + 1)
            let forget = ForgetAbandoned(now: later, blocksEachStatement: 1)
            #expect(try await forget(on: database) == 60)
            #expect(try await forget(on: database) == 0)
            let plan = try await database.run(
                "EXPLAIN \(Remains.forget(createdBefore: later, inBlocks: 1..<2, limit: 5))"
            ).map { row in try row.get("QUERY PLAN") as String }
            #expect(plan.contains { $0.contains("Tid Range Scan") }, "\(plan)")
        }
    }

    @Test func `a start finds the newest key beyond forgotten checkouts, within a limit`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            func open(_ count: Int, at moment: Instant) async throws {
                for _ in 0..<count {
                    let open = OpenCheckout(
                        request: cart(item("10.00")), prefill: Prefill(), merchant: till.merchant,
                        coupon: nil, keys: till.keys, language: .english,
                        identifier: Till.identify(moment), now: moment)
                    _ = try await database.run(
                        open.statement(open.prepare().sheet, claim: nil, answer: nil))
                }
            }
            let prove = ProveKeys(keys: till.keys)
            try await open(1, at: now)
            #expect(try await prove(on: database) == .opened)
            let oldest = try await database.run("SELECT checkout_id FROM checkouts")
            let sealed: UUID128 = try #require(try oldest.first?.get("checkout_id"))
            for (count, outcome) in [(99, ProveKeys.Outcome.opened), (1, .nothingIsSealed)] {
                try await open(count, at: now.adding(seconds: 1))
                try await database.run(
                    "UPDATE checkouts SET data_key = NULL, prefill = NULL, place = NULL, pinned = NULL, contacts = NULL WHERE merchant_id = \(till.merchant.number) AND checkout_id <> \(sealed)"
                )
                #expect(try await prove(on: database) == outcome)
            }
        }
    }

    @Test func `after thirty days unpaid checkouts lose their data, and paid ones keep it`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let coupon = try await till.coupon(
                "TEN", CouponTerms(reduction: .percentage(Rate(percent: "10")!)))
            func sheet() async throws -> Sheet {
                var request = delivered(cart(item("10.00")))
                request.requiredShippingContactFields = [.postalAddress, .email]
                request.supportsCouponCode = true
                let open = OpenCheckout(
                    request: request, prefill: Prefill(shippingContact: Till.ada),
                    merchant: till.merchant, coupon: coupon, keys: till.keys, language: .english,
                    identifier: Till.identify(now), now: now)
                let sheet = try open.prepare().sheet
                _ = try await database.run(open.statement(sheet, claim: nil, answer: nil))
                let select = SelectShippingContact(
                    question: till.question(sheet), contact: Till.ada)
                _ = try await database.transaction { try select(in: $0) }
                return sheet
            }
            let bank = Bank()
            let (abandoned, paid) = (try await sheet(), try await sheet())
            #expect(
                try await !till.pay(
                    abandoned, .card(shipping: Till.ada), by: bank.processor(Bank.decline)
                ).isSuccess)
            #expect(
                try await till.pay(paid, .card(shipping: Till.ada), by: bank.processor())
                    .isSuccess)
            let all = ["contacts", "hash", "key", "place", "prefill", "question"]
            #expect(try await till.remains(of: abandoned) == all)

            let month = now.adding(seconds: ForgetAbandoned.keptSeconds)
            #expect(try await ForgetAbandoned(now: month)(on: database) == 0)
            let later = month.adding(seconds: 1)
            #expect(try await ForgetAbandoned(now: later)(on: database) == 1)
            #expect(try await ForgetAbandoned(now: later)(on: database) == 0)
            // The stored question stays, but no key decrypts it.
            #expect(try await till.remains(of: abandoned) == ["question"])
            #expect(try await till.remains(of: paid) == all)
            for (sheet, isReadable) in [(abandoned, false), (paid, true)] {
                let rows = try await ReadTimeline(
                    checkout: sheet.id, after: nil, limit: 20, keys: till.keys)(on: database)
                #expect(rows.entries.contains { $0.question != nil } == isReadable)
                let shown = try await FindCheckout(
                    checkout: sheet.id, generation: nil, language: .english)(
                        on: database, registry: Registry(database: database, now: { now }),
                        keys: till.keys)
                #expect((shown.prefill.shippingContact != nil) == isReadable)
            }
        }
    }
}
