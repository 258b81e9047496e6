import JSON
import Merchants
import Outbox
import Postgres
import Vocabulary

/// The events of a subscription and its invoices, numbered and stored in the transaction in which
/// they happen. Each event contains the object's state at that time.
struct BillingEvents {
    /// Real time, not a test clock's: events are kept and delivered in real time.
    let moment: Moment
    private(set) var events: [Event] = []

    init(at moment: Moment) { self.moment = moment }

    mutating func emit(_ kind: Event.Kind, _ subscription: inout Subscription) {
        subscription.events += 1
        add(
            kind, subscription.id.merchant, subscription.id.text, subscription.events,
            Writer.value(subscription.write(to:)))
    }

    /// Takes the `announce` step: emits the events about the next charge, unless it is free.
    ///
    /// - Parameter terms: the terms of a planned change; nil if the plan stays.
    mutating func announce(_ subscription: inout Subscription, next terms: PlanTerms?) {
        subscription.announcedPeriod = subscription.period + 1
        guard let next = subscription.upcoming(1, next: terms).first, next.amount?.minorUnits != 0
        else { return }
        if subscription.phase?.kind == .trial, next.kind != .trial {
            emit(.subscriptionTrialWillEnd, &subscription)
        }
        announce(next, &subscription)
    }

    /// Announces the next charge and its date; a variable charge has no amount yet.
    private mutating func announce(_ next: UpcomingCharge, _ subscription: inout Subscription) {
        subscription.events += 1
        add(
            .invoiceUpcoming, subscription.id.merchant, subscription.id.text, subscription.events,
            Writer.value { writer in
                writer.object {
                    subscription.write(membersTo: &$0)
                    $0.object("upcoming") { next.write(membersTo: &$0) }
                }
            })
    }

    mutating func emit(_ kind: Event.Kind, _ invoice: inout Invoice) {
        invoice.events += 1
        add(
            kind, invoice.id.merchant, invoice.id.text, invoice.events,
            Writer.value(invoice.write(to:)))
    }

    mutating func emit(_ kind: Event.Kind, _ payment: inout ScheduledPayment) {
        payment.events += 1
        add(
            kind, payment.id.merchant, payment.id.text, payment.events,
            Writer.value(payment.write(to:)))
    }

    private mutating func add(
        _ kind: Event.Kind, _ merchant: MerchantNumber, _ object: String, _ number: Int,
        _ data: [UInt8]
    ) {
        events.append(
            Event(
                id: Event.ID(merchant: merchant, uuid: moment.identifier()), type: kind,
                object: object, sequence: number, data: data, at: moment.now))
    }

    func store(in transaction: Transaction) throws {
        if !events.isEmpty { try transaction.enqueue(Event.stored.insert(events)) }
    }
}

/// A charge that is expected.
package struct UpcomingCharge: Hashable, Sendable {
    package let period: Int
    package let at: Instant
    package let kind: Phase.Kind
    /// With tax; nil while a variable amount is unknown.
    package let amount: Money?
    package let amountMax: Money?

    package func write(membersTo writer: inout Writer) {
        writer.member("number", period)
        writer.member("kind", kind.rawValue)
        writer.member("startsAt", at)
        writer.member("amount", ifPresent: amount)
        writer.member("maximumAmount", ifPresent: amountMax)
    }
}

extension Subscription {
    /// The next charges, if nothing changes.
    ///
    /// - Parameter terms: the terms of a planned change; nil if the plan stays.
    package func upcoming(
        _ count: Int, next terms: PlanTerms? = nil
    ) -> [UpcomingCharge] {
        // While an invoice is past due, the next charge is unknown.
        guard !state.isOver, state != .pastDue, !endsWithPeriod else { return [] }
        var later = self
        if state == .paused {
            // A paused subscription has no dates until it is resumed.
            guard let resumesAt else { return [] }
            later.resume(at: max(resumesAt, periodStart))
        }
        if let terms { later.switchPlan(to: next?.plan ?? plan, terms, from: period + 1) }
        let schedule = later.schedule
        var list: [UpcomingCharge] = []
        for number in (period + 1)..<(period + 1 + count) {
            guard let phase = schedule.phase(of: number) else { break }
            list.append(
                UpcomingCharge(
                    period: number, at: schedule.start(of: number), kind: phase.kind,
                    amount: phase.isPending ? nil : later.terms.total(of: phase),
                    amountMax: phase.isPending ? later.terms.maximumAmount : nil))
        }
        return list
    }
}
