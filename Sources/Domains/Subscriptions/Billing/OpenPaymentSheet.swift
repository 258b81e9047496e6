import Checkouts
import Crypto
import Merchants
import Payments
import Postgres
import Vocabulary

/// Opens the sheet in which a buyer pays an open invoice with a new card, which is charged from
/// then on. The sheet is the invoice's own checkout, so that a worker's attempt and the buyer's
/// payment cannot both succeed.
package struct OpenPaymentSheet: Sendable {
    package let subscription: Subscription.ID
    package let merchant: Merchant
    package let keys: KeyRing
    package let now: Instant
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        subscription: Subscription.ID, merchant: Merchant, keys: KeyRing, now: Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.subscription = subscription
        self.merchant = merchant
        self.keys = keys
        self.now = now
        self.identify = identify
    }

    package func callAsFunction(in transaction: Transaction) throws -> Sheet.ID {
        var held = try HeldSubscription(
            subscription, at: now, identify: identify, in: transaction)
        guard let index = held.invoices.firstIndex(where: { $0.state == .open }) else {
            throw SubscriptionRefusal.nothingOwed
        }
        var invoice = held.invoices[index]
        if let checkout = invoice.checkout,
            let standing = try PaymentStanding.find(checkout, at: now, in: transaction)
        {
            // It is paid; the payment's request or a worker settles the invoice within seconds.
            guard !standing.state.isPaid else { throw SubscriptionRefusal.paying(secondsLeft: 5) }
            if standing.state == .authorizing || (standing.state == .open && standing.isPayable) {
                try transaction.later(enrolment(held.subscription, checkout).insert)
                return checkout
            }
        }
        invoice.checkout = nil
        try transaction.later(invoice.store)
        let opened = try invoice.sheet(
            of: held.subscription, merchant, keys: keys, identifier: identify(now), at: now)
        guard try !transaction.run(invoice.open(opened)).isEmpty else {
            throw CheckoutRefusal.settingsChanged
        }
        held.invoices[index].checkout = opened.sheet.id
        try transaction.later(enrolment(held.subscription, opened.sheet.id).insert)
        return opened.sheet.id
    }

    /// Makes the server settle the invoice once the checkout is paid.
    private func enrolment(_ subscription: Subscription, _ checkout: Sheet.ID) -> Enrolment {
        Enrolment(
            .pay, checkout: checkout, plan: subscription.plan,
            planVersion: subscription.planVersion, clock: subscription.clock,
            subscription: subscription.id, createdAt: now)
    }
}
