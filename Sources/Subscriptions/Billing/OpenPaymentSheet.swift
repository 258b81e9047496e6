import Checkout
import Crypto
import Merchants
import Postgres
import Vocabulary

/// The sheet with which a buyer pays what is owed, with a new card that is charged from then on. It is the
/// invoice's own checkout, so that a worker's try and the buyer's payment are never both made.
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
            // It is paid, and whoever has paid it or looks at it settles the invoice in a moment.
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

    /// Whoever hears that it was paid settles the invoice.
    private func enrolment(_ subscription: Subscription, _ checkout: Sheet.ID) -> Enrolment {
        Enrolment(
            .pay, checkout: checkout, plan: subscription.plan,
            planVersion: subscription.planVersion, clock: subscription.clock,
            subscription: subscription.id, createdAt: now)
    }
}
