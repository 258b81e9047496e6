import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

/// The time for which the server that started an attempt may work on it alone.
@Suite struct LeaseTests {
    @Test func `a lease is one second longer than the processor's limit in milliseconds`()
        async throws
    {
        let shop = try await Shop.open()
        #expect(try await shop.checkout().pay().number("status") == 0)
        let rows = try await TestServer.shared.value.database.run(
            """
            SELECT (extract(epoch FROM leased_until - started_at) * 1000)::bigint AS lease
            FROM attempts WHERE merchant_id = \(shop.merchant.number.value)
            """)
        let lease: Int64 = try rows[0].get("lease")
        #expect(TestServer.processorLimit == .milliseconds(6_000))
        #expect(lease == 7_000)
    }

    @Test func `Retry-After of a call during a payment is the time until its lease ends`()
        async throws
    {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout()
        let unknown = try await checkout.pay(sandbox: #""outcome":"unknown""#)
        #expect(unknown.string("checkout.status") == "authorizing")
        _ = try await TestServer.shared.value.database.run(
            """
            UPDATE attempts SET state = 'started', leased_until = now() + interval '1 hour'
            WHERE merchant_id = \(shop.merchant.number.value)
            """)
        let cancel = try await shop.ask("POST", "/v1/checkouts/\(checkout.id)/cancel")
        let update = try await checkout.ask(
            "payment-method", #"{"paymentMethod":{"type":"debit"}}"#)
        let again = try await checkout.pay(sandbox: #""outcome":"unknown""#)
        for reply in [cancel, update, again] {
            #expect(reply.string("code") == "attempt_in_progress")
            let seconds = try #require(reply.http["Retry-After"].flatMap { Int($0) })
            #expect((3000...3600).contains(seconds))
        }
    }
}
