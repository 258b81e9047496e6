import Merchants
import Vocabulary

/// A payment for the current period: of its invoice, or of a change within it.
///
/// Its amount counts for the whole period, so that every payment shrinks by the same share as time
/// passes. The amounts add up to the price of the period under the current terms.
struct PeriodPayment: Hashable, Sendable {
    /// nil if a change moved credit to the subscription's balance; the amount is then negative.
    let invoice: Invoice.ID?
    /// For the whole period, in billionths of a minor unit: rounded only when all payments and the
    /// rest of the period are known, so that no change moves a later credit by a unit.
    var fullPeriodAmount: Int128
    /// The amount that its invoice collected, in minor units.
    var collected: Int64 = 0
    /// The part of that amount that was neither refunded nor disputed.
    var remaining: Int64 = 0

    /// `fullPeriodAmount`, reduced by the refunded and disputed share of the payment.
    var remainingCredit: Int128 {
        guard invoice != nil else { return fullPeriodAmount }
        guard collected > 0 else { return 0 }
        return fullPeriodAmount * Int128(min(remaining, collected)) / Int128(collected)
    }

    static let billion: Int128 = 1_000_000_000
}

extension [PeriodPayment] {
    /// The remaining credit of the whole period, in billionths of a minor unit. At least zero:
    /// after a refund of money that already became credit, the sum would be negative. The balance
    /// keeps the money, and later payments of the period make up for it first
    /// (docs/decisions/0018).
    var remainingCredit: Int128 { Swift.max(0, reduce(0) { $0 + $1.remainingCredit }) }

    /// The payments after a change to another price.
    ///
    /// - Parameters:
    ///   - fullPeriodAmount: the price of the whole period, in minor units.
    ///   - invoice: the invoice of the change, if its buyer paid for it.
    func changed(to fullPeriodAmount: Int64, paidBy invoice: Invoice.ID?) -> [PeriodPayment] {
        let difference = Int128(fullPeriodAmount) * PeriodPayment.billion - remainingCredit
        var payments = self
        if difference > 0, let invoice {
            payments.append(PeriodPayment(invoice: invoice, fullPeriodAmount: difference))
        } else if difference < PeriodPayment.billion, difference != 0 {
            // Credit that was moved, or less than a unit that the rounded price left out.
            if let moved = payments.firstIndex(where: { $0.invoice == nil }) {
                payments[moved].fullPeriodAmount += difference
            } else {
                payments.append(PeriodPayment(invoice: nil, fullPeriodAmount: difference))
            }
        }
        return payments
    }

    /// The same payments for a new period, which starts with the share that is left of them.
    func carriedOver(_ fraction: PeriodFraction) -> [PeriodPayment] {
        map { payment in
            var payment = payment
            payment.fullPeriodAmount =
                payment.fullPeriodAmount * Int128(fraction.remaining) / Int128(fraction.whole)
            return payment
        }.filter { $0.fullPeriodAmount != 0 }
    }
}
