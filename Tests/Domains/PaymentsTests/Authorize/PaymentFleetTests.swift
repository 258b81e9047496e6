import Balances
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

/// Random payments, written many at once, one by one under row locks, and row by row by a reference
/// that shares no statement with the product.
@Suite struct PaymentFleetTests {
    @Test(arguments: [(1, 1), (2, 2), (3, 7), (4, 64), (5, 33), (6, 64)] as [(UInt64, Int)])
    func `random payments write the rows of the reference, together and one by one`(
        seed: UInt64, count: Int
    ) async throws {
        let till = try await Till {
            $0.unknownIssuingCountry = .refuse
            $0.lateSuccess = seed % 2 == 0 ? .keep : .void
        }
        let plans = try await till.plans(count, seed: seed)
        let expected = try await till.trace { transaction in
            for plan in plans {
                var reference = PaymentReference(plan, of: till)
                try reference.write(in: transaction)
            }
        }
        let together = try await till.trace { try write(plans, together: true, at: till, in: $0) }
        let single = try await till.trace { try write(plans, together: false, at: till, in: $0) }
        for (table, rows) in expected {
            #expect(together[table] == rows, "\(table), together")
            #expect(single[table] == rows, "\(table), one by one")
        }
        #expect(expected["public.timeline"]?.isEmpty == false)
    }

    /// Writes the payments as a server does: those that need no further locks in batches.
    private func write(
        _ plans: [PaymentPlan], together: Bool, at till: Till, in transaction: Transaction
    ) throws {
        let byBalance = plans.filter { together && !$0.hasCard && $0.coupon == nil }
        if !byBalance.isEmpty {
            let answers = try till.payTogether(byBalance, in: transaction)
            #expect(answers.allSatisfy { $0?.isSuccess == true })
        }
        let byCard = plans.filter { together && $0.hasCard && !$0.needsLocks }
        if !byCard.isEmpty { try charge(byCard, at: till, in: transaction) }
        let known = Set((byBalance + byCard).map(\.session.id.uuid))
        for plan in plans where !known.contains(plan.session.id.uuid) {
            if plan.hasCard {
                try chargeAlone(plan, at: till, in: transaction)
            } else {
                try till.payAlone(plan, in: transaction)
            }
        }
    }

    /// Charges cards with one statement before the processor answers, and one after.
    private func charge(
        _ plans: [PaymentPlan], at till: Till, in transaction: Transaction
    ) throws {
        let decided = try plans.map { plan in
            let begin = till.begin(plan.session, plan.payment, claim: plan.claim)
            let row = try transaction.run(CheckoutSession.findVersioned(plan.session.id))[0]
            return try #require(try begin.decide(snapshot: row))
        }
        let marks = try transaction.run(StartedPaymentWrite.statement(for: decided.map(\.payment)))
        #expect(marks.count == plans.count)
        var writes: [PaymentWrite] = []
        var later: [FinishAttempt] = []
        var callers: [PaymentPlan] = []
        for row in marks {
            let plan = plans[Int(try row.get("caller", as: Int64.self))]
            let started = decided[Int(try row.get("caller", as: Int64.self))]
                .started(try row.get("new_row_version"))
            var loaded = started.loaded
            let finishes = finishes(plan, started.request, at: till)
            writes.append(
                try finishes[0].outcome(
                    of: started.attempt, &loaded, paid: started.places,
                    rowVersion: started.rowVersion, keep: plan.answer
                ).0)
            later += finishes.dropFirst()
            callers += finishes.dropFirst().map { _ in plan }
        }
        #expect(try transaction.run(PaymentWrite.statement(for: writes)).count == plans.count)
        for (finish, plan) in zip(later, callers) {
            _ = try finish(in: transaction, keep: plan.answer)
        }
    }

    private func chargeAlone(
        _ plan: PaymentPlan, at till: Till, in transaction: Transaction
    ) throws {
        let begin = till.begin(plan.session, plan.payment, claim: plan.claim)
        guard case .authorize(let request, _, _, _) = try begin(in: transaction) else {
            Issue.record("the processor is not asked")
            return
        }
        for finish in finishes(plan, request, at: till) {
            _ = try finish(in: transaction, keep: plan.answer)
        }
    }

    private func finishes(_ plan: PaymentPlan, _ request: AuthorizationRequest, at till: Till)
        -> [FinishAttempt]
    {
        plan.results(of: request).map {
            FinishAttempt(
                context: till.context(plan.session), attempt: Attempt.ID(request.key.text)!,
                processorResult: $0, buyerIsWaiting: plan.buyerIsWaiting)
        }
    }
}

extension Till {
    fileprivate func payTogether(
        _ plans: [PaymentPlan], in transaction: Transaction
    ) throws -> [AuthorizationAnswer?] {
        try payTogether(
            plans.map {
                BalancePayment(
                    pay: payment(of: $0.session, contact: $0.payment.shipping), claim: $0.claim,
                    keep: PaymentPlan.stored)
            }, in: transaction)
    }

    /// Pays as the API does under the checkout's lock: claims the key, pays, stores the answer.
    fileprivate func payAlone(_ plan: PaymentPlan, in transaction: Transaction) throws {
        if let claim = plan.claim { #expect(try claim.acquire(in: transaction) == .fresh) }
        let pay = payment(of: plan.session, contact: plan.payment.shipping)
        let answer = try pay(in: transaction)
        #expect(answer.isSuccess)
        if let stored = plan.answer(answer) {
            try transaction.enqueue(ClaimAnswer.stored.update([stored]))
        }
    }
}
