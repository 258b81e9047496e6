import Crypto
import HTTPClient
import JSON
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Processors

/// The interpretation of Stripe's documented answers that a local Stripe cannot produce.
@Suite(.enabled(if: LocalStripe.isThere, LocalStripe.isAway), .timeLimit(.minutes(5)))
struct StripeAnswerTests {
    private func authorize(
        _ status: Int, _ body: String
    ) async throws -> (AuthorizationOutcome, CannedStripe) {
        let fixture = try await StripeFixture()
        let canned = CannedStripe(CannedStripe.confirmed(status, body))
        return (try await canned.processor(fixture).authorize(fixture.request("one")), canned)
    }

    @Test func `an approval has the bank's details`() async throws {
        let (outcome, canned) = try await authorize(
            200,
            CannedStripe.intent(
                "requires_capture",
                card: """
                    ,"country":"US","network_transaction_id":"MCC1234567890",
                    "capture_before":1790500000,"amount_authorized":1000
                    """))
        guard case .approved(let approval) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(approval.networkTransaction == "MCC1234567890")
        #expect(approval.issuingCountry == Country("US"))
        #expect(approval.captureBefore == Instant(seconds: 1_790_500_000))
        let confirm = try canned.last("POST /v1/payment_intents/pi_1/confirm")
        #expect(confirm.headers.contains("Authorization: Bearer sk_canned"))
        #expect(confirm.headers.contains("Stripe-Version: 2024-06-20"))
        #expect(confirm.key?.hasSuffix("-att_one-confirm") == true)
    }

    @Test func `an approval below the requested amount is partial`() async throws {
        let (outcome, _) = try await authorize(
            200, CannedStripe.intent("requires_capture", card: #","amount_authorized":400"#))
        guard case .partiallyApproved(let approval) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(approval.amount.minorUnits == 400)
    }

    @Test(arguments: [
        ("card_declined", "insufficient_funds", DeclineReason.insufficientFunds),
        ("incorrect_zip", "", .billingAddress(.postalCode)),
        ("card_declined", "incorrect_address", .billingAddress(.addressLines)),
        ("card_declined", "fraudulent", .declined),
        ("authentication_required", "authentication_required", .authenticationRequired),
    ])
    func `a decline has the bank's reason, and keeps it`(
        code: String, decline: String, reason: DeclineReason
    ) async throws {
        let fixture = try await StripeFixture()
        let word = decline.isEmpty ? "" : #","decline_code":"\#(decline)""#
        let error = #"{"type":"card_error","code":"\#(code)"\#(word)}"#
        var answers = CannedStripe.confirmed(402, #"{"error":\#(error)}"#)
        answers["GET /v1/payment_intents/pi_1"] = [
            (
                200,
                CannedStripe.intent(
                    "requires_payment_method", more: #","last_payment_error":\#(error)"#)
            )
        ]
        let processor = CannedStripe(answers).processor(fixture)
        let request = try fixture.request("no")
        #expect(try await processor.authorize(request) == .declined(reason))
        #expect(try await processor.find(request.key) == .declined(reason))
        // After a lost answer the adapter reads the payment.
        let lost = try fixture.request("lost")
        answers["POST /v1/payment_intents"] = [
            (200, CannedStripe.made.replacing("pi_1", with: "pi_2"))
        ]
        answers["POST /v1/payment_intents/pi_2/confirm"] = [(500, "")]
        answers["GET /v1/payment_intents/pi_2"] = answers["GET /v1/payment_intents/pi_1"]
        let forgetful = CannedStripe(answers).processor(fixture)
        await #expect(throws: ProcessorFault.answerLost) { try await forgetful.authorize(lost) }
        #expect(try await forgetful.find(lost.key) == .declined(reason))
    }

    /// A failed check on an approved payment is no reason to refuse it.
    @Test func `an address mismatch does not decline an approved payment`() async throws {
        let (outcome, _) = try await authorize(
            200,
            CannedStripe.intent(
                "requires_capture", card: #","checks":{"address_postal_code_check":"fail"}"#))
        guard case .approved = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test func `a processing payment is pending until Stripe decides it`() async throws {
        let fixture = try await StripeFixture()
        var answers = CannedStripe.confirmed(200, CannedStripe.intent("processing"))
        answers["GET /v1/payment_intents/pi_1"] = [
            (200, CannedStripe.intent("processing")), (200, CannedStripe.intent("processing")),
            (200, CannedStripe.intent("succeeded", received: 1000)),
        ]
        let processor = CannedStripe(answers).processor(fixture)
        let request = try fixture.request("slow", captureNow: true)
        #expect(try await processor.authorize(request) == .pending)
        #expect(try await processor.find(request.key) == .pending)
        #expect(try await processor.close(request.key) == .pending)
        guard case .approved = try await processor.find(request.key) else {
            Issue.record("the processor does not approve")
            return
        }
    }

    @Test func `the answer counts as lost if one of several tries may have arrived`() async throws {
        let fixture = try await StripeFixture()
        let canned = CannedStripe(CannedStripe.confirmed(200, ""))
        let tries = Journal<String>()
        var environment = canned.environment
        let send = environment.send
        environment.send = { request, limits in
            guard request.url.hasSuffix("/confirm") else { return await send(request, limits) }
            tries.add(request.headers.first { $0.name == "Idempotency-Key" }?.value ?? "")
            return .failure(tries.all.count == 2 ? .broken : .unreachable)
        }
        let processor = Processor.stripe(fixture.database, environment)
        await #expect(throws: ProcessorFault.answerLost) {
            try await processor.authorize(fixture.request("perhaps"))
        }
        #expect(tries.all.count == 4)
        #expect(Set(tries.all) == [fixture.key("perhaps").idempotencyKey("confirm")])
    }

    @Test(arguments: [("false", 1), ("true", 4), (nil, 1)] as [(String?, Int)])
    func `the Stripe-Should-Retry header decides whether a request is repeated`(
        word: String?, tries: Int
    ) async throws {
        let fixture = try await StripeFixture()
        let status = word == "false" ? 503 : 400
        let canned = CannedStripe(
            ["POST /v1/payment_intents": [(status, "{}")]],
            headers: word.map { [("Stripe-Should-Retry", $0)] } ?? [])
        _ = try? await canned.processor(fixture).authorize(fixture.request("word"))
        #expect(canned.count("POST /v1/payment_intents") == tries)
    }

    // MARK: Parts, increments, refunds

    @Test func `an authorization is captured in parts if possible, and the rest is released`()
        async throws
    {
        let fixture = try await StripeFixture()
        let parts = #","multicapture":{"status":"available"}"#
        let held = CannedStripe.intent("requires_capture", card: parts)
        let taken = CannedStripe.intent(
            "requires_capture", capturable: 600, received: 400, card: parts)
        var answers = CannedStripe.confirmed(200, held)
        answers["POST /v1/payment_intents/pi_1/capture"] = [(200, taken)]
        answers["GET /v1/payment_intents/pi_1"] = [(200, held), (200, taken)]
        let canned = CannedStripe(answers)
        let processor = canned.processor(fixture)
        let charge = try fixture.request("parts")
        _ = try await processor.authorize(charge)
        let part = CaptureRequest(
            key: fixture.key("part"), charge: charge.key, amount: fixture.usd(400), isLast: false)
        #expect(try await processor.capture(part) == .captured(reference: "pi_1"))
        let capture = try canned.last("POST /v1/payment_intents/pi_1/capture")
        #expect(
            capture.parameters == [
                "amount_to_capture=400", "final_capture=false", "metadata[cap_att_part]=400",
            ])
        let more = CaptureRequest(
            key: fixture.key("more"), charge: charge.key, amount: fixture.usd(601), isLast: true)
        #expect(try await processor.capture(more) == .refused(.exceeds))
        #expect(try await processor.void(charge.key) == .voided)
        #expect(canned.count("POST /v1/payment_intents/pi_1/cancel") == 0)
        #expect(
            try canned.last("POST /v1/payment_intents/pi_1/capture").parameters
                == ["amount_to_capture=0", "final_capture=true"])
    }

    @Test func `a capture that Stripe already has under its key is not repeated`() async throws {
        let fixture = try await StripeFixture()
        let held = CannedStripe.intent("requires_capture")
        let taken = CannedStripe.intent(
            "succeeded", received: 1000, metadata: #""cap_att_taken":"1000""#)
        var answers = CannedStripe.confirmed(200, held)
        answers["GET /v1/payment_intents/pi_1"] = [(200, taken)]
        let canned = CannedStripe(answers)
        let processor = canned.processor(fixture)
        let charge = try fixture.request("charge")
        _ = try await processor.authorize(charge)
        let capture = CaptureRequest(
            key: fixture.key("taken"), charge: charge.key, amount: fixture.usd(1000), isLast: true)
        #expect(try await processor.capture(capture) == .captured(reference: "pi_1"))
        #expect(canned.count("POST /v1/payment_intents/pi_1/capture") == 0)
    }

    @Test func `an increment is requested by its new total, always the same`() async throws {
        let fixture = try await StripeFixture()
        let held = CannedStripe.intent(
            "requires_capture", card: #","incremental_authorization":{"status":"available"}"#)
        var answers = CannedStripe.confirmed(200, held)
        let path = "POST /v1/payment_intents/pi_1/increment_authorization"
        answers[path] = [(500, ""), (500, ""), (500, ""), (500, ""), (200, held)]
        let canned = CannedStripe(answers)
        let processor = canned.processor(fixture)
        let charge = try fixture.request("raised")
        _ = try await processor.authorize(charge)
        let request = IncrementRequest(
            key: fixture.key("more"), charge: charge.key, amount: fixture.usd(500))
        await #expect(throws: ProcessorFault.answerLost) { try await processor.increment(request) }
        guard case .approved = try await processor.increment(request) else {
            Issue.record("the processor does not approve")
            return
        }
        #expect(
            Set(canned.asked.all.filter { $0.method + " " + $0.path == path }.map(\.parameters))
                == [["amount=1500", "metadata[inc_att_more]=500"]])
        await #expect(throws: ProcessorFault.keyReused) {
            try await processor.increment(
                IncrementRequest(
                    key: request.key, charge: charge.key, amount: fixture.usd(501)))
        }
    }

    @Test func `a declined increment stays declined when it is requested again`() async throws {
        let fixture = try await StripeFixture()
        let held = CannedStripe.intent(
            "requires_capture", card: #","incremental_authorization":{"status":"available"}"#)
        var answers = CannedStripe.confirmed(200, held)
        answers["POST /v1/payment_intents/pi_1/increment_authorization"] = [
            (402, #"{"error":{"code":"card_declined","decline_code":"insufficient_funds"}}"#),
            (200, held),
        ]
        let processor = CannedStripe(answers).processor(fixture)
        let charge = try fixture.request("raised")
        _ = try await processor.authorize(charge)
        let request = IncrementRequest(
            key: fixture.key("more"), charge: charge.key, amount: fixture.usd(500))
        for _ in 0..<2 {
            #expect(try await processor.increment(request) == .declined(.insufficientFunds))
        }
    }

    @Test(arguments: [("succeeded", true), ("failed", false), ("canceled", false)])
    func `a pending refund ends as Stripe reports`(end: String, succeeds: Bool) async throws {
        let fixture = try await StripeFixture()
        var answers = CannedStripe.confirmed(200, CannedStripe.intent("succeeded", received: 1000))
        answers["POST /v1/refunds"] = [(200, #"{"id":"re_1","status":"pending"}"#)]
        answers["GET /v1/refunds/re_1"] = [
            (200, #"{"id":"re_1","status":"requires_action"}"#),
            (200, #"{"id":"re_1","status":"\#(end)"}"#),
        ]
        let canned = CannedStripe(answers)
        let processor = canned.processor(fixture)
        let charge = try fixture.request("paid", captureNow: true)
        _ = try await processor.authorize(charge)
        let refund = RefundRequest(
            key: fixture.key("back"), charge: charge.key, amount: fixture.usd(10))
        for _ in 0..<2 {
            #expect(try await processor.refund(refund) == .pending(reference: "re_1"))
        }
        let ended: RefundOutcome =
            succeeds ? .succeeded(reference: "re_1") : .failed(.refusedByBank)
        for _ in 0..<2 { #expect(try await processor.refund(refund) == ended) }
        #expect(canned.count("POST /v1/refunds") == 1)
        #expect(canned.count("GET /v1/refunds/re_1") == 2)
    }

    // MARK: Disputes

    @Test(
        arguments: [
            ("needs_response", DisputeReport.State.opened), ("under_review", .opened),
            ("won", .won),
            ("lost", .lost), ("warning_needs_response", nil), ("warning_closed", nil),
            ("prevented", nil),
        ] as [(String, DisputeReport.State?)])
    func `a dispute belongs to the payment that Stripe names, if it was captured`(
        status: String, state: DisputeReport.State?
    ) async throws {
        let fixture = try await StripeFixture()
        var answers = CannedStripe.confirmed(200, CannedStripe.intent("succeeded", received: 1000))
        answers["GET /v1/disputes/dp_1"] = [
            (
                200,
                """
                {"id":"dp_1","status":"\(status)","payment_intent":"pi_1","amount":900,
                 "currency":"usd","reason":"fraudulent"}
                """
            )
        ]
        let processor = CannedStripe(answers).processor(fixture)
        let charge = try fixture.request("paid", captureNow: true)
        _ = try await processor.authorize(charge)
        #expect(
            try await processor.dispute(fixture.merchant, "dp_1")
                == state.map {
                    DisputeReport(
                        reference: "dp_1", charge: charge.key, amount: fixture.usd(900),
                        reason: "fraudulent", state: $0)
                })
        let other = MerchantNumber(fixture.merchant.value + 1)
        #expect(try await processor.dispute(other, "dp_1") == nil)
        #expect(try await processor.dispute(fixture.merchant, "dp_1/../x") == nil)
    }
}
