import Outbox
import Postgres
import Vocabulary

/// A merchant's manual change of an invoice: sets the amount of a pending invoice, retries an open
/// one now, or voids one.
package struct ChangeInvoice: Verb {
    package enum Change: Sendable {
        /// With tax.
        case finalize(Money)
        case retry
        case void
    }

    package let invoice: Invoice.ID
    package let change: Change
    package let moment: Moment

    package init(invoice: Invoice.ID, change: Change, moment: Moment) {
        self.invoice = invoice
        self.change = change
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws -> Invoice {
        guard let row = try transaction.run(Invoice.find(invoice)).first else {
            throw SubscriptionRefusal.notFound
        }
        var locked = try LockedSubscription(
            try Invoice(row: row).subscription, at: moment, in: transaction)
        guard let index = locked.invoices.firstIndex(where: { $0.id == invoice }) else {
            let row = try transaction.run(Invoice.find(invoice))[0]
            throw SubscriptionRefusal.invoiceNotOpen(try Invoice(row: row).state)
        }
        switch change {
        case .finalize(let amount):
            var invoice = locked.invoices[index]
            try finalize(&invoice, amount, &locked)
            try transaction.enqueue(invoice.store)
            locked.invoices[index] = invoice
        case .retry:
            guard locked.invoices[index].state == .open else {
                throw SubscriptionRefusal.invoiceNotOpen(locked.invoices[index].state)
            }
            // A paused subscription's invoice is charged after the pause.
            guard locked.subscription.state != .paused else {
                throw SubscriptionRefusal.notInState(.paused)
            }
            guard locked.invoices[index].manualRetries < PlanLimits.manualRetriesMax else {
                throw SubscriptionRefusal.tooManyRetries(limit: PlanLimits.manualRetriesMax)
            }
            locked.invoices[index].manualRetries += 1
            locked.invoices[index].dueAt = locked.time.calendar
            // The merchant retries the card even after a hard decline.
            locked.invoices[index].decline = nil
            if locked.subscription.reason == .cardNeeded { locked.subscription.reason = nil }
            try transaction.enqueue(locked.invoices[index].store)
        case .void:
            let others = locked.invoices
            locked.invoices = [others[index]]
            try locked.voidOpenInvoices(in: transaction)
            let done = locked.invoices[0]
            locked.invoices = others
            locked.invoices[index] = done
            recover(&locked)
        }
        try locked.store(in: transaction)
        return locked.invoices[index]
    }

    private func finalize(
        _ invoice: inout Invoice, _ amount: Money, _ locked: inout LockedSubscription
    ) throws {
        guard invoice.state == .pending else {
            throw SubscriptionRefusal.invoiceNotOpen(invoice.state)
        }
        guard amount.currency == invoice.currency else {
            throw SubscriptionRefusal.otherCurrency(plan: invoice.currency)
        }
        if let maximumCharge = invoice.amountMax, amount.minorUnits > maximumCharge.minorUnits {
            throw SubscriptionRefusal.exceedsAgreedAmount(maximumCharge)
        }
        invoice.amount = amount
        if amount.minorUnits == 0 {
            invoice.state = .paid
            invoice.endedAt = locked.time.wallClock
            locked.events.emit(.invoicePaid, &invoice)
        } else {
            invoice.state = .open
            invoice.dueAt = locked.time.calendar
        }
    }

    /// Recovers the subscription if no declined invoice is left.
    private func recover(_ locked: inout LockedSubscription) {
        let hasDeclinedInvoice = locked.invoices.contains { $0.state == .open && $0.declines > 0 }
        guard locked.subscription.state == .pastDue, !hasDeclinedInvoice else { return }
        locked.subscription.state = locked.subscription.runningState
        locked.subscription.reason = nil
        locked.events.emit(.subscriptionRecovered, &locked.subscription)
    }
}
