import Outbox
import Postgres
import Vocabulary

/// A merchant's manual change of an invoice: sets the amount of a pending invoice, retries an open
/// one now, or voids one.
package struct ChangeInvoice: Sendable {
    package enum Change: Sendable {
        /// With tax.
        case finalize(Money)
        case retry
        case void
    }

    package let invoice: Invoice.ID
    package let change: Change
    package let now: Instant
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        invoice: Invoice.ID, change: Change, now: Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.invoice = invoice
        self.change = change
        self.now = now
        self.identify = identify
    }

    package func callAsFunction(in transaction: Transaction) throws -> Invoice {
        guard let row = try transaction.run(Invoice.find(invoice)).first else {
            throw SubscriptionRefusal.notFound
        }
        var held = try HeldSubscription(
            try Invoice(row: row).subscription, at: now, identify: identify, in: transaction)
        guard let index = held.invoices.firstIndex(where: { $0.id == invoice }) else {
            let row = try transaction.run(Invoice.find(invoice))[0]
            throw SubscriptionRefusal.invoiceNotOpen(try Invoice(row: row).state)
        }
        switch change {
        case .finalize(let amount):
            var invoice = held.invoices[index]
            try finalize(&invoice, amount, &held)
            try transaction.later(invoice.store)
            held.invoices[index] = invoice
        case .retry:
            guard held.invoices[index].state == .open else {
                throw SubscriptionRefusal.invoiceNotOpen(held.invoices[index].state)
            }
            // A paused subscription's invoice is charged after the pause.
            guard held.subscription.state != .paused else {
                throw SubscriptionRefusal.notInState(.paused)
            }
            guard held.invoices[index].manualRetries < PlanLimits.manualRetriesMax else {
                throw SubscriptionRefusal.tooManyRetries(limit: PlanLimits.manualRetriesMax)
            }
            held.invoices[index].manualRetries += 1
            held.invoices[index].dueAt = held.time.calendar
            // The merchant retries the card even after a hard decline.
            held.invoices[index].decline = nil
            if held.subscription.reason == .cardNeeded { held.subscription.reason = nil }
            try transaction.later(held.invoices[index].store)
        case .void:
            let others = held.invoices
            held.invoices = [others[index]]
            try held.voidOpen(in: transaction)
            let done = held.invoices[0]
            held.invoices = others
            held.invoices[index] = done
            recover(&held)
        }
        try held.store(in: transaction)
        return held.invoices[index]
    }

    private func finalize(
        _ invoice: inout Invoice, _ amount: Money, _ held: inout HeldSubscription
    ) throws {
        guard invoice.state == .pending else {
            throw SubscriptionRefusal.invoiceNotOpen(invoice.state)
        }
        guard amount.currency == invoice.currency else {
            throw SubscriptionRefusal.otherCurrency(plan: invoice.currency)
        }
        if let most = invoice.amountMax, amount.minorUnits > most.minorUnits {
            throw SubscriptionRefusal.exceedsAgreedAmount(most)
        }
        invoice.amount = amount
        if amount.minorUnits == 0 {
            invoice.state = .paid
            invoice.endedAt = held.time.world
            held.news.tell(.invoicePaid, &invoice)
        } else {
            invoice.state = .open
            invoice.dueAt = held.time.calendar
        }
    }

    /// Recovers the subscription if no declined invoice is left.
    private func recover(_ held: inout HeldSubscription) {
        let isOwed = held.invoices.contains { $0.state == .open && $0.declines > 0 }
        guard held.subscription.state == .pastDue, !isOwed else { return }
        held.subscription.state = held.subscription.runningState
        held.subscription.reason = nil
        held.news.tell(.subscriptionRecovered, &held.subscription)
    }
}
