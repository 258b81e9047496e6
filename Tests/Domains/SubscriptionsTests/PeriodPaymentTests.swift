import Merchants
import Testing
import Vocabulary

@testable import Subscriptions

/// The credit of a change, compared with a model that spreads each payment over the time that it
/// paid for.
@Suite struct PeriodPaymentTests {
    private let start = "2027-04-01T00:00:00Z"

    private func terms(_ units: Int64, _ unit: Interval.Unit = .month) -> PlanTerms {
        makeTerms([
            Phase(
                kind: .regular, amount: Money(minorUnits: units, currency: dollar),
                interval: Interval(unit), cycles: nil)
        ])
    }

    /// A payment, or a credit moved away, over the time from a moment to the period's end.
    private struct Paid {
        let amount: Int64
        let from: Instant
        var refunded: Int64 = 0

        func rest(at moment: Instant, until end: Instant) -> Double {
            Double(amount - refunded) * Double(end.seconds(since: moment))
                / Double(end.seconds(since: from))
        }
    }

    @Test
    func `credit is the kept rest of the period, over random changes and refunds`() {
        var dice = Dice(77)
        var refunds = 0
        for round in 0..<400 {
            let first = Int64.random(in: 500...50_000, using: &dice)
            var current = subscription(to: terms(first), since: start)
            let plan = current.plan
            let end = current.periodEnd
            let invoice = { (number: UInt64) in
                Invoice.ID(merchant: current.id.merchant, uuid: UUID128(high: 2, low: number))
            }
            var payments = [
                PeriodPayment(invoice: invoice(0), units: first, collected: first, remaining: first)
            ]
            var model = [Paid(amount: first, from: current.periodStart)]
            var now = current.periodStart
            for change in 1...UInt64.random(in: 2...6, using: &dice) {
                now = now.adding(seconds: .random(in: 3_600...(4 * 86_400), using: &dice))
                let target = terms(.random(in: 500...50_000, using: &dice))
                let price = current.price(of: plan, target, at: now, by: .second, paid: payments)
                let rest = model.reduce(0) { $0 + $1.rest(at: now, until: end) }
                #expect(
                    abs(Double(price.credit.minorUnits) - max(0, rest)) <= Double(change) + 1,
                    "round \(round), change \(change)")
                let remainingCredit = model.reduce(0) { $0 + max(0, $1.amount - $1.refunded) }
                #expect(price.credit.minorUnits <= remainingCredit + 1)
                let quote = quote(of: current, price, at: now)
                payments = current.payments(
                    after: quote, to: target, paid: payments, by: invoice(change))
                if let index = payments.firstIndex(where: { $0.invoice == invoice(change) }) {
                    payments[index].collected = price.due.minorUnits
                    payments[index].remaining = price.due.minorUnits
                }
                if price.due.minorUnits > 0 {
                    model.append(Paid(amount: price.due.minorUnits, from: now))
                }
                if price.remainingCredit.minorUnits > 0 {
                    model.append(Paid(amount: -price.remainingCredit.minorUnits, from: now))
                }
                current = current.changed(to: plan, target, at: now)
                // A refund of a payment, partial or full.
                if Bool.random(using: &dice),
                    let index = payments.indices.filter({ payments[$0].remaining > 0 })
                        .randomElement(
                            using: &dice),
                    let place = model.firstIndex(where: {
                        $0.amount == payments[index].collected
                            && $0.amount - $0.refunded == payments[index].remaining
                    })
                {
                    let back = Int64.random(in: 1...payments[index].remaining, using: &dice)
                    payments[index].remaining -= back
                    model[place].refunded += back
                    refunds += 1
                }
            }
        }
        #expect(refunds > 300)
    }

    /// From 120.00 to 240.00 a year, half a year later; a part of the 59.83 charged for it is
    /// refunded.
    @Test(arguments: [(0, 119_67), (29_91, 89_76), (29_92, 89_75), (29_93, 89_74), (29_94, 89_73)])
    func `credit is exact to the cent after a partial refund`(refund: Int64, credit: Int64) {
        let yearly = subscription(to: terms(24_000, .year), since: "2026-04-01T10:00:00Z")
        let paid = [
            PeriodPayment(invoice: invoice(0), units: 12_000, collected: 12_000, remaining: 12_000),
            PeriodPayment(
                invoice: invoice(1), units: 12_000, collected: 5_983, remaining: 5_983 - refund),
        ]
        let price = yearly.price(
            of: yearly.plan, terms(12_000, .year), at: moment("2026-10-01T10:00:00Z"),
            by: .second, paid: paid)
        #expect(price.credit.minorUnits == credit)
    }

    @Test func `payments without a refund add up to the period's price`() {
        var dice = Dice(78)
        for _ in 0..<500 {
            var payments = [
                PeriodPayment(invoice: invoice(0), units: 3_000, collected: 3_000, remaining: 3_000)
            ]
            for change in 1...UInt64.random(in: 1...8, using: &dice) {
                let fullPeriodAmount = Int64.random(in: 1...90_000, using: &dice)
                payments = payments.changed(to: fullPeriodAmount, paidBy: invoice(change))
                for index in payments.indices where payments[index].invoice == invoice(change) {
                    (payments[index].collected, payments[index].remaining) = (1, 1)
                }
                #expect(
                    payments.remainingCredit == Int128(fullPeriodAmount) * PeriodPayment.billion)
                #expect(payments.count { $0.invoice == nil } <= 1)
            }
        }
    }

    /// Of a payment of 10.79 for a month 3.33 is refunded. A day later the plan changes to 10.00
    /// for ten days, for 2.78 more: then 10.00 is paid for these ten days.
    @Test(arguments: [(1, 9_00), (2, 8_00), (3, 7_00), (9, 1_00)])
    func `credit is exact to the cent after a refund and another interval`(
        days: Int64, credit: Int64
    ) {
        let monthly = subscription(to: terms(10_79), since: "2027-01-01T00:00:00Z")
        let paid = [
            PeriodPayment(invoice: invoice(0), units: 10_79, collected: 10_79, remaining: 7_46)
        ]
        let tenDays = makeTerms([
            Phase(
                kind: .regular, amount: Money(minorUnits: 10_00, currency: dollar),
                interval: Interval(.day, 10), cycles: nil)
        ])
        let at = moment("2027-01-02T00:00:00Z")
        let price = monthly.price(of: monthly.plan, tenDays, at: at, by: .second, paid: paid)
        #expect(price.credit.decimal == "7.22")
        var payments = monthly.payments(
            after: quote(of: monthly, price, at: at), to: tenDays, paid: paid, by: invoice(1))
        (payments[1].collected, payments[1].remaining) = (2_78, 2_78)
        let changed = monthly.changed(to: monthly.plan, tenDays, at: at)
        let next = changed.price(
            of: changed.plan, terms(5_00), at: at.adding(seconds: days * 86_400), by: .second,
            paid: payments)
        #expect(next.credit.minorUnits == credit)
    }

    /// A buyer pays 30.00. In the middle of the month a cheaper plan turns 10.00 of it into credit,
    /// and then all 30.00 is refunded. Back at the plan of 30.00, the payment of 15.00 for the rest
    /// makes up for the credit first.
    @Test func `a later payment makes up for credit whose money was refunded`() {
        let dear = subscription(to: terms(30_00), since: start)
        let at = moment("2027-04-16T00:00:00Z")
        var payments = [
            PeriodPayment(invoice: invoice(0), units: 30_00, collected: 30_00, remaining: 30_00)
        ]
        let down = dear.price(of: dear.plan, terms(10_00), at: at, by: .second, paid: payments)
        #expect(down.remainingCredit.decimal == "10.00")
        payments = dear.payments(
            after: quote(of: dear, down, at: at), to: terms(10_00), paid: payments, by: nil)
        payments[0].remaining = 0
        let cheap = dear.changed(to: dear.plan, terms(10_00), at: at)
        let up = cheap.price(of: cheap.plan, terms(30_00), at: at, by: .second, paid: payments)
        #expect(up.credit.decimal == "0.00")
        #expect(up.charge.decimal == "15.00")
        payments = cheap.payments(
            after: quote(of: cheap, up, at: at), to: terms(30_00), paid: payments, by: invoice(1))
        (payments[2].collected, payments[2].remaining) = (15_00, 15_00)
        let again = cheap.changed(to: cheap.plan, terms(30_00), at: at)
            .price(of: cheap.plan, terms(10_00), at: at, by: .second, paid: payments)
        #expect(again.credit.decimal == "5.00")
        #expect(again.remainingCredit.decimal == "0.00")
    }

    @Test func `a change of interval takes over the rest of each payment`() {
        let yearly = subscription(to: terms(36_500, .year), since: "2026-01-01T00:00:00Z")
        let at = moment("2026-07-02T12:00:00Z")
        let paid = [
            PeriodPayment(invoice: invoice(0), units: 36_500, collected: 36_500, remaining: 36_500)
        ]
        let monthly = terms(1_550)
        let price = yearly.price(of: yearly.plan, monthly, at: at, by: .second, paid: paid)
        #expect(price.remainingCredit.decimal == "167.00")
        let after = yearly.payments(
            after: quote(of: yearly, price, at: at), to: monthly, paid: paid, by: nil)
        #expect(after.map { $0.fullPeriodAmount / PeriodPayment.billion } == [18_250, -16_700])
        // After a refund of half the payment, the rest is less than the credit that was given, so
        // there is no further credit.
        var half = after
        half[0].remaining = 18_250
        #expect(half.remainingCredit == 0)
    }

    private func invoice(_ number: UInt64) -> Invoice.ID {
        .init(merchant: MerchantNumber(1), uuid: UUID128(high: 2, low: number))
    }

    /// A bank may refuse a refund, and a dispute may be won.
    @Test func `a period is credited again when the full refund of its payment fails`() {
        func invoice(_ number: UInt64) -> Invoice.ID {
            Invoice.ID(merchant: MerchantNumber(1), uuid: UUID128(high: 2, low: number))
        }
        let refunded = [
            PeriodPayment(invoice: invoice(0), units: 1_000, collected: 1_000, remaining: 0)
        ]
        var payments = refunded.changed(to: 3_000, paidBy: invoice(1))
        #expect(payments.count == 2)
        payments[1].collected = 1_500
        payments[1].remaining = 1_500
        #expect(payments.remainingCredit == 3_000 * PeriodPayment.billion)
        payments[0].remaining = 1_000
        #expect(payments.remainingCredit == 4_000 * PeriodPayment.billion)
    }

    private func quote(
        of current: Subscription, _ price: ChangePrice, at moment: Instant
    ) -> Quote {
        Quote(
            id: .init(merchant: current.id.merchant, uuid: current.id.uuid),
            subscription: current.id,
            subscriptionVersion: 1, plan: current.plan, planVersion: 1, moment: moment,
            isAtPeriodEnd: false, proration: .second, timeZone: nil, price: price,
            needsConsent: false, createdAt: moment, expiresAt: moment)
    }
}

extension PeriodPayment {
    /// - Parameter units: the price of the whole period in minor units.
    init(invoice: Invoice.ID?, units: Int64, collected: Int64, remaining: Int64) {
        self.init(
            invoice: invoice, fullPeriodAmount: Int128(units) * Self.billion, collected: collected,
            remaining: remaining)
    }
}
