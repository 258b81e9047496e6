import API
import Checkout
import Merchants
import Postgres
import Processors
import Testing
import Vocabulary

/// What a page learns of an attempt whose answer it did not get.
@Suite struct LastAttemptTests {
    /// What the processor turns out to have done → what the page reads.
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
    func `the page that was told to wait reads how it ended`(end: End) async throws {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout()
        let fresh = try await see(checkout)
        #expect(fresh["lastAttempt"] == nil, "nobody has tried")
        let unknown = try await checkout.pay(sandbox: #""outcome":"unknown""#)
        #expect(unknown.string("checkout.status") == "authorizing")
        let waiting = try await see(checkout)
        #expect(waiting.string("status") == "authorizing")
        #expect(waiting.string("lastAttempt.code") == "checking")
        try await finish(checkout, with: end.answer)
        let ended = try await see(checkout, in: "fr")
        #expect(ended.string("status") == "open")
        #expect(ended.string("lastAttempt.code") == end.code)
        #expect(ended.string("lastAttempt.message")?.contains(end.french) == true)
        #expect(ended.text.contains("reference") == false, "nothing of the processor's")
        #expect(try await checkout.state().string("lastAttempt.code") == end.code)
        // The page goes on: another card pays.
        #expect(try await checkout.pay(sandbox: #""outcome":"approve""#).number("status") == 0)
        #expect(try await see(checkout)["lastAttempt"] == nil, "the status says it all")
    }

    @Test func `what was told already can be read again`() async throws {
        let checkout = try await Shop.open().checkout()
        _ = try await checkout.pay(sandbox: #""outcome":"decline""#)
        let seen = try await see(checkout)
        #expect(seen.string("lastAttempt.code") == "declined")
        #expect(seen.string("lastAttempt.message") == seen.string("decline.message"))
    }

    /// As the buyer's browser sees it.
    private func see(_ checkout: OpenedCheckout, in language: String = "en") async throws -> Reply {
        try await checkout.shop.ask(
            as: checkout.secret, "GET", "/v1/checkouts/\(checkout.id)", nil,
            [("Accept-Language", language)])
    }

    /// Ends the last attempt as the worker does that has found out.
    private func finish(
        _ checkout: OpenedCheckout, with answer: Result<AuthorizationOutcome, ProcessorFault>
    ) async throws {
        let server = try await TestServer.shared.value
        let now = TestServer.now()
        let merchant = checkout.shop.merchant
        let id = try #require(Sheet.ID(checkout.id))
        let rows = try await server.database.run(
            """
            SELECT attempt_id FROM attempts
            WHERE merchant_id = \(merchant.number.value) AND checkout_id = \(id.uuid)
            """)
        let finish = FinishAttempt(
            question: SheetQuestion(
                checkout: id, generation: nil, merchant: merchant, keys: server.services.keys,
                requestID: "worker", language: .english, entry: TestServer.identify(now),
                now: now, identify: TestServer.identify),
            attempt: Attempt.ID(merchant: merchant.number, uuid: try rows[0].get("attempt_id")),
            answer: answer, isTold: false, identify: TestServer.identify)
        _ = try await server.database.transaction { try finish(in: $0) }
    }
}
