import Crypto
import HTTPClient
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Processors

/// Lost requests and answers are recovered, and the card is charged once.
@Suite(.enabled(if: LocalStripe.isThere, LocalStripe.isAway), .timeLimit(.minutes(5)))
struct StripeFaultTests {
    private func isApproved(_ outcome: AuthorizationOutcome?) -> Bool {
        if case .approved = outcome { true } else { false }
    }

    @Test(arguments: [
        LocalStripe.Fault.drop, .lose, .isLocked, .isTooMuch, .isAway, .delay,
    ])
    func `the adapter recovers from one fault in any step`(fault: LocalStripe.Fault) async throws {
        let fixture = try await StripeFixture()
        for step in ["customer", "create", "confirm"] {
            let request = try fixture.request("once_\(step)", savesCard: true)
            try await fixture.server.plan(fault, of: request.key.idempotencyKey(step))
            #expect(isApproved(try await fixture.processor.authorize(request)))
            #expect(try await fixture.charges(request.key) == 1)
        }
    }

    @Test(arguments: [
        (LocalStripe.Fault.drop, "create"), (.lose, "create"), (.isBroken, "create"),
        (.isAway, "customer"), (.isTooMuch, "confirm"),
    ])
    func `Stripe charges nothing before the confirmation`(
        fault: LocalStripe.Fault, step: String
    ) async throws {
        let fixture = try await StripeFixture()
        let request = try fixture.request("before", savesCard: true)
        try await fixture.server.plan(everyTime: fault, of: request.key.idempotencyKey(step))
        await #expect(throws: ProcessorFault.unreachable) {
            try await fixture.processor.authorize(request)
        }
        try await fixture.server.heal(request.key.idempotencyKey(step))
        #expect(try await fixture.processor.find(request.key) == nil)
        #expect(try await fixture.charges(request.key) == 0)
        // A later try with the same key may succeed, except after an error that Stripe has stored.
        if fault != .isBroken {
            #expect(isApproved(try await fixture.processor.authorize(request)))
            #expect(try await fixture.charges(request.key) == 1)
        }
    }

    @Test(arguments: [
        (LocalStripe.Fault.lose, ProcessorFault.answerLost), (.isBroken, .answerLost),
        (.garbage, .garbage),
    ])
    func `a charge whose answer was lost is found, even a day later`(
        fault: LocalStripe.Fault, seen: ProcessorFault
    ) async throws {
        let fixture = try await StripeFixture()
        let (processor, request) = (fixture.processor, try fixture.request("lost"))
        try await fixture.server.plan(everyTime: fault, of: request.key.idempotencyKey("confirm"))
        await #expect(throws: seen) { try await processor.authorize(request) }
        try await fixture.server.heal(request.key.idempotencyKey("confirm"))
        try await fixture.server.forget(request.key.idempotencyKey(""))
        let found = try await processor.find(request.key)
        #expect(isApproved(found))
        #expect(try await processor.authorize(request) == found)
        #expect(try await processor.close(request.key) == found)
        #expect(try await fixture.charges(request.key) == 1)
    }

    @Test func `a charge that never arrived can be closed, and never happens`() async throws {
        let fixture = try await StripeFixture()
        let (processor, request) = (fixture.processor, try fixture.request("never"))
        try await fixture.server.plan(everyTime: .drop, of: request.key.idempotencyKey("confirm"))
        await #expect(throws: ProcessorFault.answerLost) {
            try await processor.authorize(request)
        }
        try await fixture.server.heal(request.key.idempotencyKey("confirm"))
        #expect(try await processor.find(request.key) == nil)
        for _ in 0..<2 { #expect(try await processor.close(request.key) == nil) }
        await #expect(throws: ProcessorFault.closed) { try await processor.authorize(request) }
        #expect(try await fixture.charges(request.key) == 0)
        // A late copy of that request can no longer confirm the payment.
        let charge = try #require(try await fixture.stripe.charge(request.key))
        let api = try await fixture.stripe.api(fixture.merchant)
        let intent = try await fixture.stripe.read(try #require(charge.intent), api)
        #expect(intent.status == .canceled)
    }

    @Test(arguments: ["capture", "refund"])
    func `a capture or refund whose answer was lost happens once, even a day later`(
        step: String
    ) async throws {
        let fixture = try await StripeFixture()
        let processor = fixture.processor
        let charge = try fixture.request("charge")
        _ = try await processor.authorize(charge)
        let capture = CaptureRequest(
            key: fixture.key("taken"), charge: charge.key, amount: fixture.usd(1000), isLast: true)
        let refund = RefundRequest(
            key: fixture.key("back"), charge: charge.key, amount: fixture.usd(400))
        if step == "refund" { _ = try await processor.capture(capture) }
        let ask = { @Sendable () async throws(ProcessorFault) -> Bool in
            step == "refund"
                ? try await processor.refund(refund).hasSucceeded
                : try await processor.capture(capture).isCaptured
        }
        let key = step == "refund" ? refund.key : capture.key
        try await fixture.server.plan(everyTime: .lose, of: key.idempotencyKey(step))
        await #expect(throws: ProcessorFault.answerLost) { try await ask() }
        try await fixture.server.heal(key.idempotencyKey(step))
        try await fixture.server.forget(key.idempotencyKey(""))
        for _ in 0..<2 { #expect(try await ask()) }
        #expect(
            try await fixture.record(charge.key)
                == RecordedMoney(taken: 1000, refunded: step == "refund" ? 400 : 0))
    }

    @Test(arguments: [true, false])
    func `a void whose answer was lost happens once`(captureNow: Bool) async throws {
        let fixture = try await StripeFixture()
        let (processor, server) = (fixture.processor, fixture.server)
        let request = try fixture.request("void", captureNow: captureNow)
        let outcome = try await processor.authorize(request)
        let charge = try #require(try await fixture.stripe.charge(request.key))
        let step =
            captureNow
            ? request.key.idempotencyKey("void-1000") : try #require(charge.intent) + "/cancel"
        try await server.plan(everyTime: .lose, of: step)
        await #expect(throws: ProcessorFault.answerLost) { try await processor.void(request.key) }
        // Before the adapter learns of the void, it finds an immediately captured payment
        // unchanged.
        if captureNow { #expect(try await processor.find(request.key) == outcome) }
        try await server.heal(step)
        try await server.forget(step)
        for _ in 0..<2 { #expect(try await processor.void(request.key) == .voided) }
        #expect(try await processor.find(request.key) == .voided)
        #expect(
            try await fixture.record(request.key)
                == (captureNow ? RecordedMoney(taken: 1000, refunded: 1000) : RecordedMoney()))
    }

    /// The two calls meet in any order. Each learns the result of the other, or the charge is
    /// voided.
    @Test func `authorize and close race, and exactly one wins`() async throws {
        let fixture = try await StripeFixture()
        let processor = fixture.processor
        var won: Set<Bool> = []
        for round in 0..<40 {
            let request = try fixture.request("race_\(round)", captureNow: round % 2 == 0)
            async let authorizing = Result { try await processor.authorize(request) }
            try await Task.sleep(for: .milliseconds(round))
            let closing = await Result { try await processor.close(request.key) }
            switch (closing, await authorizing) {
            case (.success(nil), .failure(ProcessorFault.closed)):
                won.insert(false)
                #expect(try await fixture.charges(request.key) == 0)
            case (.success(.approved(let known)), .success(.approved(let approval))):
                won.insert(true)
                #expect(known == approval)
                #expect(try await fixture.charges(request.key) == 1)
            case (let closing, let answer):
                Issue.record("\(closing), \(answer)")
            }
            let known = try await processor.find(request.key)
            #expect(try await processor.close(request.key) == known)
        }
        #expect(won == [true, false])
    }

    /// The order that a race seldom produces: the key is closed, then the payment is approved, and
    /// only then would it be canceled.
    @Test(arguments: [true, false])
    func `an approval for a closed key is voided by the call that learns of it`(
        captureNow: Bool
    ) async throws {
        let fixture = try await StripeFixture()
        let request = try fixture.request("late_\(captureNow)", captureNow: captureNow)
        let (isConfirming, isClosed) = (Gate(), Gate())
        var environment = fixture.stripe.environment
        let send = environment.send
        environment.send = { request, limits in
            if request.url.hasSuffix("/confirm") {
                isConfirming.open()
                await isClosed.wait()
            }
            return await send(request, limits)
        }
        let slow = Processor.stripe(fixture.database, environment)
        async let authorizing = Result { try await slow.authorize(request) }
        await isConfirming.wait()
        // The steps of `close` before it cancels.
        let charge = try #require(try await fixture.stripe.charge(request.key))
        #expect(try await fixture.database.run(charge.end(.requested, as: .closed)).count == 1)
        isClosed.open()
        guard case .failure(ProcessorFault.closed) = await authorizing else {
            Issue.record("the authorization is not refused as closed")
            return
        }
        #expect(try await fixture.charges(request.key) == 0)
        #expect(try await fixture.processor.close(request.key) == nil)
        #expect(
            try await fixture.record(request.key)
                == (captureNow ? RecordedMoney(taken: 1000, refunded: 1000) : RecordedMoney()))
    }

    @Test
    func `a merchant without Stripe, or with an invalid key, charges nothing`() async throws {
        let fixture = try await StripeFixture()
        let request = try fixture.request("nobody")
        for account in [
            nil,
            StripeAccount(
                secretKey: Secret(Array("wrong".utf8)), webhookSecrets: [],
                apiBase: fixture.server.base),
            StripeAccount(
                secretKey: Secret(Array("sk_test_1".utf8)), webhookSecrets: [],
                apiBase: "ftp://127.0.0.1"),
        ] {
            var environment = fixture.stripe.environment
            environment.account = { _ in account }
            let processor = Processor.stripe(fixture.database, environment)
            await #expect(throws: ProcessorFault.rejected) {
                try await processor.authorize(request)
            }
        }
        // After the account is set up, the same attempt may succeed.
        #expect(isApproved(try await fixture.processor.authorize(request)))
    }

    /// The caller's limit ends the wait, and the canceled call counts for the breaker.
    @Test func `payments that outlast their callers open the breaker`() async throws {
        let fixture = try await StripeFixture()
        let (breaker, deadlines) = (Breaker(), Deadlines())
        defer { deadlines.stop() }
        let guarded = fixture.processor.guarded(by: breaker)
        let ofMerchant = "paysheet-\(fixture.merchant.value)-"
        try await fixture.server.plan(everyTime: .delay, of: ofMerchant)
        for number in 0..<BreakerState.failuresMax {
            let request = try fixture.request("slow_\(number)")
            await #expect(throws: ProcessorFault.timeout) {
                try await guarded.authorize(request, within: .milliseconds(200), on: deadlines)
            }
        }
        try await eventually("the breaker is open") { breaker.phase != .closed }
        try await fixture.server.heal(ofMerchant)
        await #expect(throws: ProcessorFault.unreachable) {
            try await guarded.authorize(fixture.request("spared"))
        }
        let spared = try await fixture.stripe.charge(fixture.key("spared"))
        #expect(spared?.key == nil)
        // Other requests pass.
        #expect(try await guarded.find(fixture.key("slow_0")) == nil)
    }

    @Test func `a Stripe host with a closed port charges nothing`() async throws {
        let fixture = try await StripeFixture()
        var environment = fixture.stripe.environment
        environment.account = { _ in
            // A port on which no server listens.
            StripeAccount(
                secretKey: Secret(Array("sk_test_1".utf8)), webhookSecrets: [],
                apiBase: "http://127.0.0.1:1")
        }
        let processor = Processor.stripe(fixture.database, environment)
        await #expect(throws: ProcessorFault.unreachable) {
            try await processor.authorize(try fixture.request("away"))
        }
        await #expect(throws: ProcessorFault.rejected) {
            let kuwaiti = Money(minorUnits: 5, currency: try #require(Currency("KWD")))
            _ = try await processor.authorize(
                AuthorizationRequest(
                    key: fixture.key("kwd"), amount: kuwaiti, statementName: "",
                    payment: StripeFixture.token(), captureNow: false))
        }
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
