import Balances
import CartSupport
import Idempotency
import Merchants
import Postgres
import Processors
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

// Random payments at the till, with the product's writers.
extension Till {
    /// Writes the payments as a server does: those that need no further locks in batches.
    func write(
        _ plans: [PaymentPlan], together: Bool = true, in transaction: Transaction
    ) throws {
        let byBalance = plans.filter { together && !$0.hasCard && $0.coupon == nil }
        if !byBalance.isEmpty {
            let answers = try payTogether(byBalance, in: transaction)
            #expect(answers.allSatisfy { $0?.isSuccess == true })
        }
        let byCard = plans.filter { together && $0.hasCard && !$0.needsLocks }
        if !byCard.isEmpty { try charge(byCard, in: transaction) }
        let known = Set((byBalance + byCard).map(\.session.id.uuid))
        for plan in plans where !known.contains(plan.session.id.uuid) {
            if plan.hasCard {
                try chargeAlone(plan, in: transaction)
            } else {
                try payAlone(plan, in: transaction)
            }
        }
    }

    /// Charges cards with one statement before the processor answers, and one after.
    private func charge(
        _ plans: [PaymentPlan], in transaction: Transaction
    ) throws {
        let decided = try plans.map { plan in
            let begin = self.begin(plan.session, plan.payment, claim: plan.claim)
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
            let finishes = self.finishes(plan, started.request)
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
        _ plan: PaymentPlan, in transaction: Transaction
    ) throws {
        let begin = self.begin(plan.session, plan.payment, claim: plan.claim)
        guard case .authorize(let request, _, _, _) = try begin(in: transaction) else {
            Issue.record("the processor is not asked")
            return
        }
        for finish in finishes(plan, request) {
            _ = try finish(in: transaction, keep: plan.answer)
        }
    }

    private func finishes(_ plan: PaymentPlan, _ request: AuthorizationRequest)
        -> [FinishAttempt]
    {
        plan.results(of: request).map {
            FinishAttempt(
                context: context(plan.session), attempt: Attempt.ID(request.key.text)!,
                processorResult: $0, buyerIsWaiting: plan.buyerIsWaiting)
        }
    }

    private func payTogether(
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
    private func payAlone(_ plan: PaymentPlan, in transaction: Transaction) throws {
        if let claim = plan.claim { #expect(try claim.acquire(in: transaction) == .fresh) }
        let pay = payment(of: plan.session, contact: plan.payment.shipping)
        let answer = try pay(in: transaction)
        #expect(answer.isSuccess)
        if let stored = plan.answer(answer) {
            try transaction.enqueue(ClaimAnswer.stored.update([stored]))
        }
    }
}
