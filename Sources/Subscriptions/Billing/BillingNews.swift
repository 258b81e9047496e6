import JSON
import Merchants
import Outbox
import Postgres
import Vocabulary

/// What happened to a subscription and its invoices, numbered and told in the transaction in which it
/// happened. Each event has the thing as it was then.
struct BillingNews {
    /// The time of the world, not that of a test clock: events are kept and delivered in it.
    let at: Instant
    let identify: @Sendable (Instant) -> UUID128
    private(set) var events: [Event] = []

    init(at: Instant, identify: @escaping @Sendable (Instant) -> UUID128) {
        self.at = at
        self.identify = identify
    }

    mutating func tell(_ kind: Event.Kind, _ subscription: inout Subscription) {
        subscription.events += 1
        add(
            kind, subscription.id.merchant, subscription.id.text, subscription.events,
            Writer.value(subscription.write(to:)))
    }

    /// Takes the step of that name: tells of the charge of the next period, unless it is free.
    ///
    /// - Parameter terms: of the plan that it goes on with, where that is another.
    mutating func announce(_ subscription: inout Subscription, next terms: PlanTerms?) {
        subscription.announced = subscription.period + 1
        guard let next = subscription.upcoming(1, next: terms).first, next.amount?.minorUnits != 0
        else { return }
        if subscription.phase?.kind == .trial, next.kind != .trial {
            tell(.subscriptionTrialWillEnd, &subscription)
        }
        announce(next, &subscription)
    }

    /// What will be charged next, and when; nothing is known of a variable amount.
    private mutating func announce(_ next: Upcoming, _ subscription: inout Subscription) {
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

    mutating func tell(_ kind: Event.Kind, _ invoice: inout Invoice) {
        invoice.events += 1
        add(
            kind, invoice.id.merchant, invoice.id.text, invoice.events,
            Writer.value(invoice.write(to:)))
    }

    mutating func tell(_ kind: Event.Kind, _ payment: inout LaterPayment) {
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
                id: Event.ID(merchant: merchant, uuid: identify(at)), type: kind, object: object,
                sequence: number, data: data, at: at))
    }

    func store(in transaction: Transaction) throws {
        for event in events { try transaction.later(event.insert) }
    }
}

/// A charge that is to come.
package struct Upcoming: Hashable, Sendable {
    package let period: Int
    package let at: Instant
    package let kind: Phase.Kind
    /// With tax; nothing while a variable amount is not known.
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
    /// The charges to come, as things stand.
    ///
    /// - Parameter terms: of the plan that it goes on with, where that is another.
    package func upcoming(
        _ count: Int, next terms: PlanTerms? = nil
    ) -> [Upcoming] {
        // What follows a debt is known when it is paid.
        guard !state.isOver, state != .pastDue, !endsWithPeriod else { return [] }
        var later = self
        if state == .paused {
            // Nothing is known of one that rests until somebody resumes it.
            guard let resumesAt else { return [] }
            later.resume(at: max(resumesAt, periodStart))
        }
        if let terms { later.go(onWith: terms, from: period + 1) }
        let schedule = later.schedule
        var list: [Upcoming] = []
        for number in (period + 1)..<(period + 1 + count) {
            guard let phase = schedule.phase(of: number) else { break }
            list.append(
                Upcoming(
                    period: number, at: schedule.start(of: number), kind: phase.kind,
                    amount: phase.isPending ? nil : later.terms.total(of: phase),
                    amountMax: phase.isPending ? later.terms.maximumAmount : nil))
        }
        return list
    }

    /// Other terms from a period on, whose beginning stays: in their regular phase, as trials and
    /// introductions are for those who begin.
    ///
    /// Of the same interval in the same zone, the calendar is counted from where it was: a month keeps its day.
    mutating func go(onWith terms: PlanTerms, from period: Int) {
        let old = schedule
        var first = period
        while terms.timeZone == self.terms.timeZone, first > anchorPeriod,
            old.phase(of: first - 1)?.interval == terms.regular.interval
        {
            first -= 1
        }
        anchor = old.start(of: first)
        anchorPeriod = first
        self.terms = terms
        origin = period
        isRegularOnly = true
    }
}
