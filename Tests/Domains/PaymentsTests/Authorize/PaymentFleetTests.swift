import CartSupport
import Contacts
import Idempotency
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Random payments by card, written many at once and one by one under row locks.
@Suite struct PaymentFleetTests {
    /// One payment, as the dice decide it.
    private struct Plan: Sendable {
        let session: CheckoutSession
        let payment: Payment
        let claim: Claim?
        let buyerIsWaiting: Bool
        let end: End
        let country: Country?
        let captureBefore: Instant
        let card: CardDisplay
    }

    private enum End: CaseIterable {
        case approved, declined, partial, unknown, pending, voided
    }

    @Test(arguments: [(1, 1), (2, 2), (3, 7), (4, 64), (5, 33)] as [(UInt64, Int)])
    func `a batch of random payments writes the same rows as single payments`(
        seed: UInt64, count: Int
    ) async throws {
        let till = try await Till { $0.unknownIssuingCountry = .refuse }
        let plans = try await plans(count, at: till, seed: seed)
        let batched = try await till.trace { transaction in
            let decided = try plans.map { plan in
                let begin = till.begin(plan.session, plan.payment, claim: plan.claim)
                let row = try transaction.run(CheckoutSession.findVersioned(plan.session.id))[0]
                return try #require(try begin.decide(snapshot: row))
            }
            let marks = try transaction.run(
                StartedPaymentWrite.statement(for: decided.map(\.payment)))
            #expect(marks.count == count)
            let writes = try marks.map { row in
                let caller = Int(try row.get("caller", as: Int64.self))
                let started = decided[caller].started(try row.get("new_row_version"))
                var loaded = started.loaded
                return try finish(plans[caller], started.request, at: till).outcome(
                    of: started.attempt, &loaded, paid: started.places,
                    rowVersion: started.rowVersion, keep: answer(of: plans[caller])
                ).0
            }
            #expect(try transaction.run(PaymentWrite.statement(for: writes)).count == count)
        }
        let single = try await till.trace { transaction in
            for plan in plans {
                let begin = till.begin(plan.session, plan.payment, claim: plan.claim)
                guard case .authorize(let request, _, _, _) = try begin(in: transaction) else {
                    Issue.record("the processor is not asked")
                    continue
                }
                _ = try finish(plan, request, at: till)(in: transaction, keep: answer(of: plan))
            }
        }
        for (table, rows) in single { #expect(rows == batched[table], "\(table)") }
        #expect(single["public.attempts"]?.count == count + 1)
        #expect(single["public.timeline"]?.count == count + 1)
    }

    private func plans(_ count: Int, at till: Till, seed: UInt64) async throws -> [Plan] {
        var dice = SeededGenerator(seed: seed)
        let saved = try await savedCard(at: till)
        var plans: [Plan] = []
        for index in 0..<count {
            let (code, price) = dice.pick([("USD", "10.25"), ("JPY", "900"), ("KWD", "9.005")])
            let currency = Currency(code)!
            let isDelivered = dice.chance(50)
            let method = dice.pick([CaptureMethod.automatic, .manual])
            let countries = dice.chance(30) ? [america] : []
            let session = try await till.checkout {
                $0 = cart(item(price, in: currency), in: currency)
                if isDelivered { $0 = delivered($0) }
                $0.captureMethod = method
                $0.supportedCountries = countries
                $0.reference = "order \(index)"
            }
            let card = dice.chance(30) ? saved : nil
            let contact = isDelivered ? Till.ada : nil
            plans.append(
                Plan(
                    session: session,
                    payment: Payment(
                        instrument: .simulated(SimulatedToken(), card: .unknown), billing: contact,
                        shipping: contact, digest: [UInt8(index)], savedCard: card),
                    claim: dice.chance(50) ? till.claim("tap", on: session) : nil,
                    buyerIsWaiting: card == nil, end: dice.pick(End.allCases),
                    country: dice.pick([nil, america, Country("DE")]),
                    captureBefore: now.adding(seconds: Int64.random(in: 0...99, using: &dice)),
                    card: dice.pick([.unknown, CardDisplay(network: "Visa", lastFour: "4242")])))
        }
        return plans
    }

    /// A card that an earlier payment saved.
    private func savedCard(at till: Till) async throws -> SavedCard.ID {
        let session = try await till.checkout()
        _ = try await till.pay(session, by: Bank().processor())
        let attempt = try #require(try await till.attempts(session).first)
        let card = SavedCard(
            id: SavedCard.ID(merchant: till.merchant.number, uuid: attempt.id.uuid),
            checkout: session.id, processor: "test",
            reference: SavedCardReference(
                reference: "saved", networkTransaction: nil, merchantToken: nil),
            display: .unknown, createdAt: now)
        try await till.database.run(SavedCard.stored.insert([card]))
        return card.id
    }

    private func finish(_ plan: Plan, _ request: AuthorizationRequest, at till: Till)
        -> FinishAttempt
    {
        FinishAttempt(
            context: till.context(plan.session),
            attempt: Attempt.ID(request.key.text)!,
            processorResult: result(plan, request), buyerIsWaiting: plan.buyerIsWaiting)
    }

    private func result(
        _ plan: Plan, _ request: AuthorizationRequest
    ) -> Result<AuthorizationOutcome, ProcessorFault> {
        let approval = { (amount: Money) in
            Approval(
                reference: "bank", amount: amount, networkTransaction: "1",
                issuingCountry: plan.country, captureBefore: plan.captureBefore,
                isCaptured: request.captureNow, card: plan.card)
        }
        switch plan.end {
        case .approved: return .success(.approved(approval(request.amount)))
        case .declined: return .success(.declined(.insufficientFunds))
        case .partial:
            return .success(
                .partiallyApproved(
                    approval(Money(minorUnits: 100, currency: request.amount.currency))))
        case .unknown: return .failure(.answerLost)
        case .pending: return .success(.pending)
        case .voided: return .success(.voided)
        }
    }

    private func answer(of plan: Plan) -> (AuthorizationAnswer) -> ClaimAnswer? {
        { answer in
            plan.claim.map {
                ClaimAnswer(
                    claim: $0,
                    answer: StoredAnswer(status: 200, body: Array("\(answer.isSuccess)".utf8)))
            }
        }
    }
}
