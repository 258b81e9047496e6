import Checkouts
import Merchants
import Outbox
import Payments
import Postgres
import Processors
import Vocabulary

/// Stores the outcome of invoices that a worker tried to charge or that their buyers paid, with the
/// consequences for their subscriptions. A second call for the same outcome changes nothing.
package struct RecordInvoiceResults: Verb {
    let results: [InvoiceResult]
    let time: BillingTime

    init(_ results: [InvoiceResult], at time: BillingTime) {
        self.results = results
        self.time = time
    }

    /// Marks one invoice as paid, because its buyer paid its checkout in a sheet.
    package init(paid invoice: Invoice, at time: BillingTime) {
        self.init(
            [
                InvoiceResult(
                    invoice: invoice, checkout: invoice.checkout,
                    outcome: .attempted(.paidOtherwise))
            ], at: time)
    }

    /// - Returns: the number of invoices that ended or got their next date.
    @discardableResult
    package func callAsFunction(in transaction: Transaction) throws -> Int {
        let ids = Set(results.map(\.invoice.subscription))
        var subscriptions: [Subscription.ID: Subscription] = [:]
        try transaction.enqueue(Subscription.lockRow(ids))
        for row in try transaction.run(Subscription.find(ids)) {
            let subscription = try Subscription(row: row)
            subscriptions[subscription.id] = subscription
        }
        var invoices: [Invoice.ID: Invoice] = [:]
        for row in try transaction.run(Invoice.lock(results.map(\.invoice.id))) {
            let invoice = try Invoice(row: row)
            invoices[invoice.id] = invoice
        }
        var recorded = 0
        var idle: [SavedCard] = []
        var writes = BillingWrites()
        for var result in results {
            guard var invoice = invoices[result.invoice.id],
                var subscription = subscriptions[result.invoice.subscription],
                invoice.state == .open,
                // The buyer may have got another checkout since then, which is checked next.
                invoice.checkout == result.checkout,
                result.outcome == .attempted(.paidOtherwise)
                    || invoice.tries == result.invoice.tries
            else { continue }
            var events = BillingEvents(at: time.moment)
            if let buyerPayment = try buyerPayment(result, in: transaction) {
                result = InvoiceResult(
                    invoice: result.invoice, checkout: result.checkout,
                    outcome: .attempted(buyerPayment))
            }
            let card = try newCard(result, subscription, in: transaction)
            let before = (invoice, subscription)
            // What follows may read or change the other invoices of the subscription.
            if writes.hasInvoice(of: subscription.id) { try writes.flush(in: transaction) }
            let others = try others(than: invoice, of: subscription, in: transaction)
            InvoiceTransition(time: time, others: others)
                .apply(result, &invoice, &subscription, card, &events)
            if subscription.card.id != before.1.card.id {
                try transaction.enqueue(Invoice.clearDeclines(of: subscription.id))
            }
            if invoice.state == .uncollectible, try !close(result.checkout, in: transaction) {
                // The buyer is paying at this moment, so the server waits for the result first.
                (invoice, subscription) = before
                invoice.dueAt = time.calendar.adding(seconds: ChargeInvoices.leaseSeconds)
                events = BillingEvents(at: time.moment)
            }
            if invoice.state != .open { try announce(&subscription, &events, in: transaction) }
            subscription.changedAt = time.wallClock
            writes.change(subscription)
            if subscription.shouldResumeCollection(since: before.1) {
                try transaction.enqueue(Invoice.makeDueNow(of: subscription.id, at: time.calendar))
            }
            writes.change(invoice)
            writes.add(events)
            subscriptions[subscription.id] = subscription
            idle += subscription.idleCards(since: before.1)
            recorded += 1
        }
        try writes.flush(in: transaction)
        try UnlinkUnusedTokens(of: idle, at: time.wallClock)(in: transaction)
        return recorded
    }

    /// The other open invoices. A subscription with fixed amounts that is not past due has only one
    /// open invoice at a time.
    private func others(
        than invoice: Invoice, of subscription: Subscription, in transaction: Transaction
    ) throws -> [Invoice] {
        guard subscription.state == .pastDue || subscription.terms.isVariable else { return [] }
        return try transaction.run(Invoice.lockOpen(of: subscription.id)).map(Invoice.init(row:))
            .filter { $0.state == .open && $0.id != invoice.id }
    }

    /// Announces the next charge at once if it is due, as in short periods. The row is locked here,
    /// and would otherwise be locked and written once more for the announcement alone.
    private func announce(
        _ subscription: inout Subscription, _ events: inout BillingEvents,
        in transaction: Transaction
    ) throws {
        guard let (step, at) = subscription.nextAction, step == .announce, at <= time.calendar
        else {
            return
        }
        events.announce(
            &subscription, next: try FindSubscription.next(of: subscription, in: transaction))
        subscription.dueAt = subscription.nextAction?.at
    }

    /// The result of the buyer's own payment in the sheet, if the processor was not called.
    private func buyerPayment(
        _ result: InvoiceResult, in transaction: Transaction
    ) throws -> ChargeSavedCard.Outcome? {
        if case .attempted = result.outcome { return nil }
        let state = try result.checkout.flatMap {
            try PaymentStatus.find($0, at: time.wallClock, in: transaction)?.state
        }
        guard let state else { return nil }
        if state.isPaid { return .paidOtherwise }
        return state == .authorizing ? .checking(seconds: 60) : nil
    }

    /// The other card with which the buyer paid.
    private func newCard(
        _ result: InvoiceResult, _ subscription: Subscription, in transaction: Transaction
    ) throws -> SavedCard? {
        guard result.outcome == .attempted(.paidOtherwise), let checkout = result.checkout else {
            return nil
        }
        return try transaction.run(SavedCard.find(of: checkout)).first.map(SavedCard.init(row:))
    }

    /// Closes the checkout of an uncollectible invoice. Returns false if the buyer has paid it or
    /// is paying it.
    private func close(_ checkout: CheckoutSession.ID?, in transaction: Transaction) throws -> Bool
    {
        guard let checkout else { return true }
        return try PaymentStatus.cancelUnpaid(checkout, at: time.wallClock, in: transaction)
    }
}

/// The consequences of an attempt: a pure rule.
struct InvoiceTransition {
    let time: BillingTime
    /// The other open invoices.
    let others: [Invoice]

    func apply(
        _ result: InvoiceResult, _ invoice: inout Invoice, _ subscription: inout Subscription,
        _ card: SavedCard?, _ events: inout BillingEvents
    ) {
        switch result.outcome {
        case .collectionPaused: postpone(&invoice, &subscription, &events)
        case .attempted(.paid), .attempted(.paidOtherwise):
            pay(&invoice, &subscription, card, &events)
        case .attempted(.checking(let seconds)):
            invoice.dueAt = time.calendar.adding(seconds: Int64(max(5, seconds)))
        case .attempted(.gone):
            // The checkout has no attempts left; the next attempt opens another one.
            invoice.checkout = nil
            invoice.dueAt = time.calendar
        case .attempted(.notCharged):
            invoice.tries += 1
            invoice.dueAt = time.calendar.adding(
                seconds: Dunning.backoffSeconds(afterFaults: invoice.tries - invoice.declines))
        case .attempted(.refused) where result.card != subscription.card.id:
            // The buyer has replaced the card, so a decline of the old one does not count.
            invoice.tries += 1
            invoice.dueAt = time.calendar
        case .attempted(.refused(let decline)):
            invoice.tries += 1
            applyDecline(decline, &invoice, &subscription, &events)
        }
    }

    /// Gives the buyer time to provide another card. An invoice of a paused subscription, or one
    /// that was not declined itself, waits for a later check.
    private func postpone(
        _ invoice: inout Invoice, _ subscription: inout Subscription, _ events: inout BillingEvents
    ) {
        // The subscription was resumed after the worker claimed the invoice.
        guard subscription.pausesCollection(of: invoice) else {
            invoice.dueAt = time.calendar
            return
        }
        let dunning = subscription.terms.dunning
        guard subscription.state != .paused, let failedAt = invoice.failedAt else {
            invoice.dueAt = time.calendar.adding(seconds: Dunning.pausedRecheckSeconds)
            return
        }
        let end = failedAt.adding(seconds: dunning.graceSeconds)
        guard end <= time.calendar else {
            invoice.dueAt = end
            return
        }
        applyFinalAction(dunning.finally, &invoice, &subscription, &events)
    }

    private func pay(
        _ invoice: inout Invoice, _ subscription: inout Subscription, _ card: SavedCard?,
        _ events: inout BillingEvents
    ) {
        invoice.state = .paid
        invoice.scheduledAt = nil
        invoice.dueAt = nil
        invoice.endedAt = time.wallClock
        events.emit(.invoicePaid, &invoice)
        if let card, card.id != subscription.card.id {
            subscription.card = card
            // No bank has declined this card, so the buyer need not act.
            if subscription.reason == .cardNeeded { subscription.reason = nil }
            events.emit(.subscriptionCardChanged, &subscription)
        }
        if subscription.state == .pastDue, !others.contains(where: { $0.declines > 0 }) {
            subscription.state = subscription.runningState
            subscription.reason = nil
            events.emit(.subscriptionRecovered, &subscription)
        }
        subscription.dueAt = subscription.dueDate(hasOpenInvoice: !others.isEmpty)
    }

    private func applyDecline(
        _ decline: Decline, _ invoice: inout Invoice, _ subscription: inout Subscription,
        _ events: inout BillingEvents
    ) {
        let scheduledAt = invoice.scheduledAt.flatMap { $0 > time.calendar ? $0 : nil }
        invoice.scheduledAt = nil
        if scheduledAt == nil { invoice.declines += 1 }
        invoice.decline = decline.publicCode
        let first = invoice.failedAt ?? time.calendar
        invoice.failedAt = first
        let dunning = subscription.terms.dunning
        let step = dunning.step(
            after: decline.reason, declines: invoice.declines, firstFailure: first,
            scheduledAt: scheduledAt, now: time.calendar)
        switch step {
        case .retry(let moment): (invoice.dueAt, invoice.scheduledAt) = (moment, moment)
        case .awaitNewCard(let moment): (invoice.dueAt, invoice.scheduledAt) = (moment, moment)
        case .stopRetrying: invoice.dueAt = nil
        }
        events.emit(.invoicePaymentFailed, &invoice)
        if !subscription.state.isOver, subscription.state != .paused {
            let isNew = subscription.state != .pastDue
            subscription.state = .pastDue
            if isNew { events.emit(.subscriptionPastDue, &subscription) }
        }
        if case .awaitNewCard = step {
            // A paused or ended subscription keeps its own reason.
            if subscription.state == .pastDue { subscription.reason = .cardNeeded }
            events.emit(.subscriptionActionRequired, &subscription)
        }
        subscription.dueAt = subscription.state.isOver ? nil : subscription.nextAction?.at
        if step == .stopRetrying {
            applyFinalAction(dunning.finally, &invoice, &subscription, &events)
        }
    }

    private func applyFinalAction(
        _ action: Dunning.FinalAction, _ invoice: inout Invoice,
        _ subscription: inout Subscription, _ events: inout BillingEvents
    ) {
        invoice.dueAt = nil
        guard action != .leave || subscription.state.isOver else { return }
        invoice.state = .uncollectible
        invoice.endedAt = time.wallClock
        events.emit(.invoiceUncollectible, &invoice)
        guard !subscription.state.isOver else { return }
        switch action {
        case .leave: break
        case .cancel:
            subscription.end(as: .canceled, because: .unpaid, at: time.calendar)
            events.emit(.subscriptionCanceled, &subscription)
        case .pause:
            subscription.state = .paused
            subscription.reason = .unpaid
            subscription.pausedAt = time.calendar
            subscription.dueAt = subscription.nextAction?.at
            events.emit(.subscriptionPaused, &subscription)
        }
    }
}
