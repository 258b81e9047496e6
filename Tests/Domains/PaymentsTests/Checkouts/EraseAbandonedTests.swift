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

/// The erasure of data of checkouts that were never paid.
struct EraseAbandonedTests {
    @Test func `each abandoned checkout is erased once, in many statements`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            for _ in 0..<60 {
                let open = OpenCheckout(
                    request: delivered(cart(item("10.00"))),
                    prefill: Prefill(shippingContact: Till.ada), merchant: till.merchant,
                    coupon: nil, keys: till.keys, language: .english,
                    identifier: Till.identify(now), now: now)
                _ = try await database.run(
                    open.statement(open.prepare().session, claim: nil, answer: nil))
            }
            let blocks: Int64 = try #require(
                try await database.run(ErasableData.blocks).first?.get("blocks"))
            #expect(blocks > 3)
            let later = now.adding(seconds: EraseAbandoned.retentionSeconds + 1)
            let forget = EraseAbandoned(now: later, blocksEachStatement: 1)
            #expect(try await forget(on: database) == 60)
            #expect(try await forget(on: database) == 0)
            let plan = try await database.run(
                "EXPLAIN \(ErasableData.erase(createdBefore: later, inBlocks: 1..<2, limit: 5))"
            ).map { row in try row.get("QUERY PLAN") as String }
            #expect(plan.contains { $0.contains("Tid Range Scan") }, "\(plan)")
        }
    }

    @Test
    func `the master key check finds a sealed checkout behind 99 erased ones, not behind 100`()
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
                        open.statement(open.prepare().session, claim: nil, answer: nil))
                }
            }
            let verify = VerifyMasterKeys(keys: till.keys)
            try await open(1, at: now)
            #expect(try await verify(on: database) == .opened)
            let oldest = try await database.run("SELECT checkout_id FROM checkouts")
            let sealed: UUID128 = try #require(try oldest.first?.get("checkout_id"))
            for (count, outcome) in [(99, VerifyMasterKeys.Outcome.opened), (1, .nothingEncrypted)]
            {
                try await open(count, at: now.adding(seconds: 1))
                try await database.run(
                    "UPDATE checkouts SET data_key = NULL, prefill = NULL, place = NULL, pinned = NULL, contacts = NULL WHERE merchant_id = \(till.merchant.number) AND checkout_id <> \(sealed)"
                )
                #expect(try await verify(on: database) == outcome)
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
            func session() async throws -> CheckoutSession {
                var request = delivered(cart(item("10.00")))
                request.requiredShippingContactFields = [.postalAddress, .email]
                request.supportsCouponCode = true
                let open = OpenCheckout(
                    request: request, prefill: Prefill(shippingContact: Till.ada),
                    merchant: till.merchant, coupon: coupon, keys: till.keys, language: .english,
                    identifier: Till.identify(now), now: now)
                let session = try open.prepare().session
                _ = try await database.run(open.statement(session, claim: nil, answer: nil))
                let select = SelectShippingContact(
                    context: till.context(session), contact: Till.ada)
                _ = try await database.transaction { try select(in: $0) }
                return session
            }
            let bank = Bank()
            let (abandoned, paid) = (try await session(), try await session())
            #expect(
                try await !till.pay(
                    abandoned, .card(shipping: Till.ada), by: bank.processor(Bank.decline)
                ).isSuccess)
            #expect(
                try await till.pay(paid, .card(shipping: Till.ada), by: bank.processor())
                    .isSuccess)
            let all = ["contacts", "hash", "key", "place", "prefill", "question"]
            #expect(try await till.erasableData(of: abandoned) == all)

            let month = now.adding(seconds: EraseAbandoned.retentionSeconds)
            #expect(try await EraseAbandoned(now: month)(on: database) == 0)
            let later = month.adding(seconds: 1)
            #expect(try await EraseAbandoned(now: later)(on: database) == 1)
            #expect(try await EraseAbandoned(now: later)(on: database) == 0)
            // The timeline keeps the input of the update, but no key decrypts it.
            #expect(try await till.erasableData(of: abandoned) == ["question"])
            #expect(try await till.erasableData(of: paid) == all)
            for (session, isReadable) in [(abandoned, false), (paid, true)] {
                let rows = try await ReadTimeline(
                    checkout: session.id, after: nil, limit: 20, keys: till.keys)(on: database)
                #expect(rows.entries.contains { $0.input != nil } == isReadable)
                let shown = try await FindCheckout(
                    checkout: session.id, generation: nil, language: .english)(
                        on: database, registry: Registry(database: database, now: { now }),
                        keys: till.keys)
                #expect((shown.prefill.shippingContact != nil) == isReadable)
            }
        }
    }
}
