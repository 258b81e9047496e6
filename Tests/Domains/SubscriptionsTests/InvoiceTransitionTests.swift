import Checkouts
import Outbox
import Payments
import Processors
import Testing
import Vocabulary

@testable import Subscriptions

/// Results of a charge that arrive after a decision about its invoice.
@Suite struct InvoiceTransitionTests {
    private let start = "2026-01-01T00:00:00Z"
    private let now = moment("2026-02-01T00:00:00Z")

    private func apply(
        _ outcome: InvoiceResult.Outcome, card: SavedCard.ID?, failedAt: Instant? = nil,
        _ subscription: inout Subscription
    ) -> Invoice {
        var invoice = Invoice(
            id: .init(merchant: subscription.id.merchant, uuid: UUID128(high: 1, low: 2)),
            subscription: subscription.id, period: 1, periodStart: now,
            periodEnd: now.adding(seconds: 1), state: .open, currency: dollar, amount: usd("9"),
            amountMax: nil, clock: nil, createdAt: now)
        invoice.failedAt = failedAt
        let result = InvoiceResult(
            invoice: invoice, checkout: nil, card: card, outcome: outcome)
        let moment = Moment(now) { _ in UUID128(high: 1, low: 3) }
        var events = BillingEvents(at: moment)
        InvoiceTransition(time: BillingTime(moment), others: [])
            .apply(result, &invoice, &subscription, nil, &events)
        return invoice
    }

    @Test func `after a pause the full grace period starts again for all declined invoices`() {
        var resumed = subscription(to: makeTerms([regular("9", .month)]), since: start)
        var open = ["lost_card", "insufficient_funds"].map { decline in
            var invoice = apply(.collectionPaused, card: nil, &resumed)
            (invoice.declines, invoice.decline, invoice.failedAt) = (1, decline, moment(start))
            return invoice
        }
        #expect(resumed.restoreDunning(&open, at: now) == [0, 1])
        #expect(resumed.state == .pastDue)
        #expect(resumed.reason == .cardNeeded)
        for invoice in open {
            #expect(invoice.failedAt == now)
            #expect(invoice.dueAt == now.adding(seconds: 16 * 86_400))
        }
    }

    @Test func `an invoice in a collection pause is tried if its subscription was resumed`() {
        var active = subscription(to: makeTerms([regular("9", .month)]), since: start)
        let invoice = apply(.collectionPaused, card: nil, failedAt: moment(start), &active)
        #expect(invoice.dueAt == now)
        #expect(invoice.state == .open)
        #expect(active.state == .active)
    }

    @Test func `a lost card does not count against the card that replaced it`() {
        var active = subscription(to: makeTerms([regular("9", .month)]), since: start)
        let lost = Decline(code: "lost_card")!
        let old = SavedCard.ID(merchant: active.id.merchant, uuid: UUID128(high: 9, low: 9))
        let invoice = apply(.attempted(.refused(lost)), card: old, &active)
        #expect(invoice.dueAt == now)
        #expect(invoice.declines == 0)
        #expect(active.state == .active)
        #expect(active.reason == nil)
        let refused = apply(.attempted(.refused(lost)), card: active.card.id, &active)
        #expect(refused.declines == 1)
        #expect(active.reason == .cardNeeded)
    }

    @Test func `collection resumes after a new card, and never after the subscription's end`() {
        let active = subscription(to: makeTerms([regular("9", .month)]), since: start)
        var waiting = active
        waiting.reason = .cardNeeded
        #expect(active.shouldResumeCollection(since: waiting))
        #expect(!waiting.shouldResumeCollection(since: active))
        #expect(!active.shouldResumeCollection(since: active))
        var over = waiting
        over.end(as: .canceled, because: .unpaid, at: now)
        #expect(!over.shouldResumeCollection(since: waiting))
    }
}
