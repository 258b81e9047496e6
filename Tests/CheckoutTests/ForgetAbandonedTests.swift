import Contacts
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Checkout

/// What is left of sheets that were never paid.
struct ForgetAbandonedTests {
    @Test func `after thirty days nothing of them can be read, and paid ones keep theirs`()
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
            // The questions stay, and nothing opens them.
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
