import API
import Checkouts
import Merchants
import Payments
import Postgres
import Processors
import Testing
import Vocabulary

/// `lastAttempt` tells a page the outcome of a payment whose answer it did not get.
@Suite struct LastAttemptTests {
    /// The outcome that the processor reports later → the code that the page reads.
    enum End: CaseIterable {
        case declined, neverHeardOf, lateSuccess

        var answer: Result<AuthorizationOutcome, ProcessorFault> {
            switch self {
            case .declined: .success(.declined(.insufficientFunds))
            case .neverHeardOf: .failure(.closed)
            case .lateSuccess:
                .success(
                    .approved(
                        Approval(
                            reference: "late",
                            amount: Money(minorUnits: 1000, currency: Currency("USD")!),
                            networkTransaction: "1", issuingCountry: nil,
                            captureBefore: TestServer.now(), isCaptured: true, card: .unknown)))
            }
        }

        var code: String {
            switch self {
            case .declined: "insufficient_funds"
            case .neverHeardOf: "not_charged"
            case .lateSuccess: "voided"
            }
        }

        var french: String {
            switch self {
            case .declined: "carte"
            case .neverHeardOf: "débité"
            case .lateSuccess: "annulé"
            }
        }
    }

    @Test(arguments: End.allCases)
    func `a page whose payment was unknown reads its outcome later`(end: End) async throws {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout()
        let fresh = try await see(checkout)
        #expect(fresh["lastAttempt"] == nil, "no attempt has been made")
        let unknown = try await checkout.pay(sandbox: #""outcome":"unknown""#)
        #expect(unknown.string("checkout.status") == "authorizing")
        let waiting = try await see(checkout)
        #expect(waiting.string("status") == "authorizing")
        #expect(waiting.string("lastAttempt.code") == "checking")
        try await finish(checkout, with: end.answer)
        if case .lateSuccess = end {
            // The late charge is not voided yet: the page reads no outcome, and no other card is
            // charged.
            #expect(try await see(checkout).string("lastAttempt.code") == "checking")
            let second = try await checkout.pay(sandbox: #""outcome":"approve""#)
            #expect(second.number("status") == 1 && second.string("errors.0.code") == "unknown")
            try await refundAll(checkout)
        }
        let ended = try await see(checkout, in: "fr")
        #expect(ended.string("status") == "open")
        #expect(ended.string("lastAttempt.code") == end.code)
        #expect(ended.string("lastAttempt.message")?.contains(end.french) == true)
        #expect(
            ended.text.contains("reference") == false,
            "the attempt has no reference of the processor")
        #expect(try await checkout.state().string("lastAttempt.code") == end.code)
        // The page goes on: another card pays.
        #expect(try await checkout.pay(sandbox: #""outcome":"approve""#).number("status") == 0)
        #expect(
            try await see(checkout)["lastAttempt"] == nil, "a paid checkout shows no last attempt")
    }

    @Test func `a decline that was already answered can be read again`() async throws {
        let checkout = try await Shop.open().checkout()
        _ = try await checkout.pay(sandbox: #""outcome":"decline""#)
        let seen = try await see(checkout)
        #expect(seen.string("lastAttempt.code") == "declined")
        #expect(seen.string("lastAttempt.message") == seen.string("decline.message"))
    }

    @Test func `balances pay nothing until a late card charge is voided`()
        async throws
    {
        let shop = try await Shop.open()
        let card = try await shop.balance(#""kind":"gift_card","amount":"100.00""#)
        let checkout = try await shop.checkout()
        _ = try await checkout.pay(sandbox: #""outcome":"unknown""#)
        try await finish(checkout, with: End.lateSuccess.answer)
        let id = try #require(card.string("id"))
        let attached = try await shop.ask(
            "POST", "/v1/checkouts/\(checkout.id)/balances", #"{"balanceId":"\#(id)"}"#)
        #expect(attached.string("newTotal.amount") == "0.00", "\(attached.text)")
        // With an idempotency key and without; the request with the key may be repeated.
        let key = [("Idempotency-Key", "by-balance")]
        for headers in [key, [], key] {
            let early = try await checkout.ask("authorize", #"{"balance":true}"#, headers)
            #expect(early.number("status") == 1, "\(early.text)")
            #expect(early.string("errors.0.code") == "unknown")
        }
        #expect(try await see(checkout).string("lastAttempt.code") == "checking")
        let canceled = try await shop.ask("POST", "/v1/checkouts/\(checkout.id)/cancel")
        #expect((canceled.status, canceled.string("code")) == (409, "attempt_in_progress"))
        try await refundAll(checkout)
        let paid = try await checkout.ask("authorize", #"{"balance":true}"#, key)
        #expect(paid.number("status") == 0, "\(paid.text)")
        #expect(try await checkout.state().string("status") == "captured")
    }

    /// The checkout as the buyer's browser reads it.
    private func see(_ checkout: OpenedCheckout, in language: String = "en") async throws -> Reply {
        try await checkout.shop.ask(
            as: checkout.secret, "GET", "/v1/checkouts/\(checkout.id)", nil,
            [("Accept-Language", language)])
    }

    /// Stores that the processor has voided the charge, as a worker does.
    private func refundAll(_ checkout: OpenedCheckout) async throws {
        let attempt = try await attempt(of: checkout)
        let end = FinishVoid(attempt: attempt, now: TestServer.now())
        try await TestServer.shared.value.database.transaction { try end(in: $0) }
    }

    private func attempt(of checkout: OpenedCheckout) async throws -> Attempt.ID {
        let merchant = checkout.shop.merchant.number
        let id = try #require(CheckoutSession.ID(checkout.id))
        let rows = try await TestServer.shared.value.database.run(
            """
            SELECT attempt_id FROM attempts
            WHERE merchant_id = \(merchant.value) AND checkout_id = \(id.uuid)
            """)
        return Attempt.ID(merchant: merchant, uuid: try #require(rows.first).get("attempt_id"))
    }

    /// Ends the last attempt as a worker does that has learned the outcome.
    func finish(
        _ checkout: OpenedCheckout, with answer: Result<AuthorizationOutcome, ProcessorFault>
    ) async throws {
        let server = try await TestServer.shared.value
        let merchant = checkout.shop.merchant
        let id = try #require(CheckoutSession.ID(checkout.id))
        let finish = FinishAttempt(
            context: CheckoutContext(
                checkout: id, generation: nil, merchant: merchant, keys: server.services.keys,
                requestID: "worker", language: .english, moment: TestServer.moment()),
            attempt: try await attempt(of: checkout), processorResult: answer, buyerIsWaiting: false
        )
        _ = try await server.database.transaction { try finish(in: $0) }
    }
}
