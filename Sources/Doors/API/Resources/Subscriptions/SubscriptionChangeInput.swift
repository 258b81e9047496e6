import JSON
import Merchants
import Subscriptions
import Vocabulary

/// A merchant's request for the price of a subscription's change, or for a change as it was quoted.
struct SubscriptionChangeInput: Sendable {
    let quote: Quote.ID?
    /// nil means the newest terms of the subscription's own plan.
    let plan: Plan.ID?
    let isAtPeriodEnd: Bool
    /// nil means the unit of the period's earlier changes.
    let proration: Quote.Proration?

    private enum When: String, CaseIterable { case now, periodEnd }

    init?(reading fields: ObjectReader, _ call: Call) {
        let problems = fields.problems.count
        quote = fields.value(
            "quote", maxLength: 64, detail: "the id of a quote",
            parse: call.own)
        plan = fields.value(
            "plan", maxLength: 64, detail: "the id of a plan",
            parse: call.own)
        isAtPeriodEnd = fields.choice("at", of: When.self) == .periodEnd
        proration = fields.choice("proration", of: Quote.Proration.self)
        if fields.has("quote") {
            for key: StaticString in ["plan", "at", "proration"] where fields.has(key) {
                fields.refuse(key, "conflict", "the quote already determines this; omit it")
            }
        }
        fields.refuseUnknown()
        guard fields.problems.count == problems else { return nil }
    }
}

extension QuoteChange.Outcome {
    func write(to writer: inout Writer) {
        writer.object {
            $0.member("quote", quote.id.text)
            $0.member("subscription", quote.subscription.text)
            $0.member("plan", quote.plan.text)
            $0.member("planVersion", quote.planVersion)
            $0.member("at", quote.isAtPeriodEnd ? "periodEnd" : "now")
            $0.member("proration", quote.proration.rawValue)
            $0.member("currencyCode", terms.currency)
            $0.member("credit", quote.price.credit)
            $0.member("charge", quote.price.charge)
            $0.member("dueNow", quote.price.due)
            $0.member("paidByCredit", fromCredit)
            $0.member("creditedToBalance", quote.price.remainingCredit)
            $0.member("needsConsent", quote.needsConsent)
            $0.array("upcoming", upcoming) { upcoming, entry in
                entry.object { upcoming.write(membersTo: &$0) }
            }
            $0.member("expiresAt", quote.expiresAt)
        }
    }
}
