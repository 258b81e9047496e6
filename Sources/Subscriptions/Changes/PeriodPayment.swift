import Checkout
import Merchants
import Vocabulary

/// A payment for the current period: of its invoice, or of a change within it.
///
/// Its worth counts for the whole period, so that every payment shrinks by the same share as time
/// passes. The worths add up to the price of the period under the current terms.
struct PeriodPayment: Hashable, Sendable {
    /// nil if a change moved credit to the subscription's balance; its worth is then negative.
    let invoice: Invoice.ID?
    /// For the whole period, in minor units.
    var worth: Int64
    /// The amount that its invoice collected, in minor units.
    var taken: Int64 = 0
    /// The part of that amount that was neither refunded nor disputed.
    var left: Int64 = 0

    /// The part of the worth whose payment is left, in billionths of a minor unit: it is rounded
    /// once, when all payments and the rest of the period are known.
    var kept: Int128 {
        let worth = Int128(worth) * Self.billion
        guard invoice != nil else { return worth }
        guard taken > 0 else { return 0 }
        return worth * Int128(min(left, taken)) / Int128(taken)
    }

    static let billion: Int128 = 1_000_000_000
}

extension [PeriodPayment] {
    /// The kept sum for the whole period. It is zero after a refund of money that had already
    /// become credit: the balance keeps the money (docs/decisions/0018).
    var exactlyKept: Int128 { Swift.max(0, sum) }

    private var sum: Int128 { reduce(0) { $0 + $1.kept } }

    /// The kept sum in whole minor units.
    var kept: Int64 { Int64(exactlyKept / PeriodPayment.billion) }

    /// The payments after a change to another price.
    ///
    /// - Parameters:
    ///   - worth: the price of the whole period, in minor units.
    ///   - invoice: the invoice of the change, if its buyer paid for it.
    func changed(to worth: Int64, paidBy invoice: Invoice.ID?) -> [PeriodPayment] {
        let kept = self.kept
        let difference = worth - kept
        // If credit was moved and the payment behind it refunded later, only the new payment
        // counts. A refund alone leaves the earlier payments, because it may fail, and a dispute
        // may be won.
        var payments = sum >= 0 ? self : []
        if difference > 0, let invoice {
            payments.append(PeriodPayment(invoice: invoice, worth: difference))
        } else if difference < 0 {
            let moved = payments.firstIndex { $0.invoice == nil }
            if let moved {
                payments[moved].worth += difference
            } else {
                payments.append(PeriodPayment(invoice: nil, worth: difference))
            }
        }
        return payments.isEmpty ? self : payments
    }

    /// The same payments for a new period, which starts with the share that is left of them.
    func carried(_ share: Share, _ rounding: Rounding) -> [PeriodPayment] {
        map { payment in
            var payment = payment
            payment.worth = share.part(of: payment.worth, rounding)
            return payment
        }.filter { $0.worth != 0 }
    }
}
