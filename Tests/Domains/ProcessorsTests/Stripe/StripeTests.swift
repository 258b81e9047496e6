import Crypto
import Foundation
import JSON
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Processors

@Suite(.enabled(if: LocalStripe.isThere, LocalStripe.isAway), .timeLimit(.minutes(5)))
struct StripeTests {
    @Test func `Stripe passes the processor conformance`() async throws {
        let fixture = try await StripeFixture()
        // With a time limit, as the server calls it.
        try await ProcessorConformance(
            processor: fixture.processor.limited(to: .seconds(20), on: Deadlines()),
            merchant: fixture.merchant, approving: StripeFixture.token(),
            declining: StripeFixture.token(StripeFixture.declined), charges: fixture.charges
        ).run()
        #expect(fixture.errors.all == [])
    }

    @Test func `Stripe passes the operation conformance, without partial captures`() async throws {
        let fixture = try await StripeFixture()
        try await OperationConformance(
            processor: fixture.processor.limited(to: .seconds(20), on: Deadlines()),
            merchant: fixture.merchant, approving: StripeFixture.token(),
            declining: StripeFixture.token(StripeFixture.declined), record: fixture.record,
            supportsPartialCaptures: false
        ).run()
        #expect(fixture.errors.all == [])
    }

    @Test func `Stripe passes the records conformance`() async throws {
        let fixture = try await StripeFixture()
        try await RecordsConformance(
            processor: fixture.processor.limited(to: .seconds(20), on: Deadlines()),
            merchant: fixture.merchant, approving: StripeFixture.token(),
            declining: StripeFixture.token(StripeFixture.declined),
            now: { Instant(seconds: Int64(Date().timeIntervalSince1970)) },
            pageMax: Stripe.recordsMax
        ).run()
        #expect(fixture.errors.all == [])
    }

    private func approval(_ outcome: AuthorizationOutcome?) throws -> Approval {
        guard case .approved(let approval) = outcome else {
            throw ProcessorConformance.Unexpected(outcome: outcome)
        }
        return approval
    }

    @Test func `an approval has all recorded details`() async throws {
        let fixture = try await StripeFixture()
        let request = try fixture.request("said", payment: StripeFixture.token(card: .unknown))
        let approval = try approval(try await fixture.processor.authorize(request))
        #expect(approval.reference.hasPrefix("pi_"))
        #expect(approval.issuingCountry == Country("FR"))
        #expect(approval.card == CardDisplay(network: "Visa", lastFour: "1111"))
        #expect(approval.savedCard == nil)
        let left = approval.captureBefore.seconds(since: fixture.stripe.environment.now())
        #expect(abs(left - (7 * 86_400 - 3_600)) < 60)
        // The device's data takes precedence.
        let shown = try self.approval(
            try await fixture.processor.authorize(fixture.request("shown")))
        #expect(shown.card == StripeFixture.card)
    }

    @Test func `an amount is authorized in Stripe's own units`() async throws {
        let fixture = try await StripeFixture()
        for (code, minorUnits, units) in [("ISK", 5, 500), ("MGA", 500, 5)]
            as [(
                String, Int64, Int64
            )]
        {
            let amount = Money(minorUnits: minorUnits, currency: try #require(Currency(code)))
            let request = AuthorizationRequest(
                key: fixture.key(code), amount: amount, statementName: "Shop",
                payment: try StripeFixture.token(), captureNow: false)
            #expect(try approval(try await fixture.processor.authorize(request)).amount == amount)
            #expect(try await fixture.record(request.key) == RecordedMoney(held: units))
            let capture = CaptureRequest(
                key: fixture.key("\(code)_taken"), charge: request.key, amount: amount,
                isLast: true)
            #expect(try await fixture.processor.capture(capture).isCaptured)
            #expect(try await fixture.record(request.key) == RecordedMoney(taken: units))
        }
    }

    @Test func `a bank's demand for authentication is a final decline`() async throws {
        let fixture = try await StripeFixture()
        for minorUnits in [1000, 0] as [Int64] {
            let request = try fixture.request(
                "asks_\(minorUnits)", minorUnits: minorUnits,
                payment: StripeFixture.token(StripeFixture.mustAuthenticate))
            for _ in 0..<2 {
                #expect(
                    try await fixture.processor.authorize(request)
                        == .declined(.authenticationRequired))
            }
            let charge = try #require(try await fixture.stripe.charge(request.key))
            let intent = try await fixture.stripe.read(
                try #require(charge.intent), fixture.stripe.api(fixture.merchant))
            #expect(intent.status == .canceled)
            #expect(try await fixture.charges(request.key) == 0)
        }
    }

    @Test func `a simulated token is declined without a request to Stripe`() async throws {
        let fixture = try await StripeFixture()
        let simulated = try fixture.request(
            "simulated", payment: .simulated(SimulatedToken(), card: .unknown))
        var environment = fixture.stripe.environment
        environment.send = { _, _ in fatalError("no request may be sent") }
        let processor = Processor.stripe(fixture.database, environment)
        #expect(try await processor.authorize(simulated) == .declined(.cardNotSupported))
        #expect(try await processor.find(simulated.key) == .declined(.cardNotSupported))
        #expect(try await processor.void(simulated.key) == .nothingToVoid)
    }

    @Test func `the tables of Stripe's payments have no card data`() async throws {
        let fixture = try await StripeFixture()
        let request = try fixture.request("rows")
        _ = try await fixture.processor.authorize(request)
        let rows = try await fixture.database.run(
            """
            SELECT c::text AS row FROM stripe_charges c
            WHERE merchant_id = \(fixture.merchant.value)
            """)
        let text: String = try #require(rows.first).get("row")
        #expect(text.contains("att_rows"))
        for secret in [StripeFixture.approved, "AAECAwQFBgcICQoLDA0ODxAREhM", "95014"] {
            #expect(!text.contains(secret))
        }
    }

    // MARK: Saved cards

    @Test(arguments: [1000, 0] as [Int64])
    func `a saved card is charged again without its buyer`(first: Int64) async throws {
        let fixture = try await StripeFixture()
        let processor = fixture.processor
        let token = try StripeFixture.token(merchantToken: "mpan-1")
        let request = try fixture.request(
            "first", minorUnits: first, payment: token, savesCard: true)
        let outcome = try await processor.authorize(request)
        let savedCard = try #require(try approval(outcome).savedCard)
        #expect(savedCard.reference.hasPrefix("cus_") && savedCard.reference.contains("/pm_"))
        #expect(savedCard.merchantToken == "mpan-1")
        #expect(try await processor.find(request.key) == outcome)
        for later in MerchantInitiatedKind.allCases {
            let again = try fixture.request(
                "again_\(later)", minorUnits: 700,
                payment: .savedCard(savedCard, card: StripeFixture.card, later), captureNow: true)
            let approval = try approval(try await processor.authorize(again))
            #expect(approval.isCaptured)
            #expect(approval.savedCard == nil)
            #expect(try await fixture.record(again.key) == RecordedMoney(taken: 700))
        }
        let asked = try await fixture.server.config("requests")
        let usages = asked.elements.filter {
            $0["key"]?.string == request.key.idempotencyKey("create")
        }.map { $0["usage"]?.string }
        #expect(usages == ["off_session"])
    }

    @Test func `a saved card that the bank refuses is declined`() async throws {
        let fixture = try await StripeFixture()
        let request = try fixture.request(
            "first", minorUnits: 0, payment: StripeFixture.token(StripeFixture.declined),
            savesCard: true)
        let savedCard = try #require(
            try approval(try await fixture.processor.authorize(request)).savedCard)
        let again = try fixture.request(
            "again", payment: .savedCard(savedCard, card: .unknown, .recurring))
        #expect(try await fixture.processor.authorize(again) == .declined(.declined))
        let gone = SavedCardReference(
            reference: "cus_gone/pm_gone", networkTransaction: nil, merchantToken: nil)
        await #expect(throws: ProcessorFault.rejected) {
            try await fixture.processor.authorize(
                fixture.request("gone", payment: .savedCard(gone, card: .unknown, .recurring)))
        }
    }

    // MARK: Events

    /// localstripe has no live event queue: it sends each event a second later, signed as Stripe
    /// signs.
    @Test func `an event signed by another program is accepted`() async throws {
        let fixture = try await StripeFixture()
        let hook = "\(fixture.server.base)/_config/hook"
        let secret = "whsec_of_this_test"
        try await fixture.server.config(
            "webhooks/paysheet",
            """
            {"url": "\(hook)", "secret": "\(secret)", "events": ["payment_intent.succeeded"]}
            """)
        let request = try fixture.request("told", captureNow: true)
        _ = try await fixture.processor.authorize(request)
        var heard: [(body: [UInt8], signature: String)] = []
        try await eventually("Stripe sends the event") {
            heard = try await fixture.server.config("hooks").elements.compactMap { hook in
                guard let body = hook["body"]?.string, body.contains(request.key.text),
                    body.contains("\"\(fixture.merchant.value)\""),
                    let signature = hook["signature"]?.string
                else { return nil }
                return (Array(body.utf8), signature)
            }
            return !heard.isEmpty
        }
        let event = try #require(heard.first)
        let signature = try #require(StripeSignature(event.signature))
        let now = fixture.stripe.environment.now()
        #expect(signature.isValid(for: event.body, by: [Secret(Array(secret.utf8))], at: now))
        #expect(!signature.isValid(for: event.body, by: [Secret([1])], at: now))
        #expect(
            ProcessorNotice(stripe: try Document.parse(event.body).root, for: fixture.merchant)
                == ProcessorNotice(
                    processor: "stripe", merchant: fixture.merchant, kind: .authorization,
                    name: request.key.text))
    }
}
