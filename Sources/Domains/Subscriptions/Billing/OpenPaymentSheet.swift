import Checkouts
import Crypto
import Merchants
import Payments
import Postgres
import Vocabulary

/// Opens the checkout that pays an open invoice with a new card; the server charges that card from
/// then on. It is the invoice's own checkout, so that a worker's attempt and the buyer's payment
/// cannot both succeed.
package struct OpenPaymentSheet: Verb {
    package let subscription: Subscription.ID
    package let merchant: Merchant
    package let keys: KeyRing
    package let moment: Moment

    package init(subscription: Subscription.ID, merchant: Merchant, keys: KeyRing, moment: Moment) {
        self.subscription = subscription
        self.merchant = merchant
        self.keys = keys
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws -> CheckoutSession.ID {
        var locked = try LockedSubscription(subscription, at: moment, in: transaction)
        guard let index = locked.invoices.firstIndex(where: { $0.state == .open }) else {
            throw SubscriptionRefusal.nothingOwed
        }
        var invoice = locked.invoices[index]
        if let checkout = invoice.checkout,
            let paymentStatus = try PaymentStatus.find(checkout, at: moment.now, in: transaction)
        {
            // It is paid; the payment's request or a worker marks the invoice as paid within
            // seconds.
            guard !paymentStatus.state.isPaid else {
                throw SubscriptionRefusal.paymentInProgress(secondsLeft: 5)
            }
            if paymentStatus.state == .authorizing
                || (paymentStatus.state == .open && paymentStatus.isPayable)
            {
                try transaction.enqueue(enrollment(locked.subscription, checkout).insert)
                return checkout
            }
        }
        invoice.checkout = nil
        try transaction.enqueue(invoice.store)
        let opened = try invoice.prepareCheckout(
            of: locked.subscription, merchant, keys: keys, at: moment)
        guard try !transaction.run(invoice.open(opened)).isEmpty else {
            throw CheckoutRefusal.settingsChanged
        }
        locked.invoices[index].checkout = opened.session.id
        try transaction.enqueue(enrollment(locked.subscription, opened.session.id).insert)
        return opened.session.id
    }

    /// Makes the server mark the invoice as paid once the checkout is paid.
    private func enrollment(_ subscription: Subscription, _ checkout: CheckoutSession.ID)
        -> Enrollment
    {
        Enrollment(
            .pay, checkout: checkout, plan: subscription.plan,
            planVersion: subscription.planVersion, clock: subscription.clock,
            subscription: subscription.id, createdAt: moment.now)
    }
}
