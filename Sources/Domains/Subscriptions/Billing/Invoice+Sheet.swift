import Carts
import Checkouts
import Crypto
import Merchants
import Payments
import Postgres
import Vocabulary

extension Invoice {
    /// The lifetime of an invoice's checkout: as long as an unpaid checkout keeps its data key,
    /// which is longer than any dunning schedule. Until then the buyer may also pay it in a sheet.
    /// After that the next attempt opens another checkout.
    private static let checkoutLifeSeconds = EraseAbandoned.retentionSeconds

    /// The checkout that pays the invoice, as of now.
    func prepareCheckout(
        of subscription: Subscription, _ merchant: Merchant, keys: KeyRing, at moment: Moment
    ) throws -> OpenCheckout.Outcome {
        guard let amount else { throw StoredValueError(column: "amount") }
        let terms = subscription.terms
        var lines = [LineItem(label: terms.name, amount: amount)]
        if let phase = subscription.phase, terms.total(of: phase) == amount {
            lines = terms.lines(of: phase.amount)
        }
        // The next charges are known, unless the subscription is over or changes its plan when the
        // period ends.
        let schedule = subscription.schedule
        let isKnown = subscription.next == nil && !subscription.state.isOver
        if isKnown { lines += terms.laterChargeLines(schedule, from: subscription.period) }
        var request = CheckoutRequest(
            countryCode: subscription.country, currency: currency, cartContent: .lines(lines))
        request.shippingMethods = []
        request.recurring =
            isKnown
            ? terms.recurring(schedule, from: subscription.period + 1, isRunning: true)
            : terms.recurring(schedule, from: subscription.period)
        request.billingReferences = BillingReferences(
            plan: subscription.plan.text, subscription: subscription.id.text, invoice: id.text)
        request.reference = subscription.reference
        request.expiresAt = moment.now.adding(seconds: Self.checkoutLifeSeconds)
        return try OpenCheckout(
            request: request, prefill: Prefill(), merchant: merchant, coupon: nil, keys: keys,
            language: .english, identifier: moment.identifier(), now: moment.now
        ).prepare()
    }
}
