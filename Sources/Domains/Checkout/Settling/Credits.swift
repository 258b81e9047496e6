import Balances
import Postgres
import Vocabulary

extension HeldPayment {
    /// The amounts of a capture that go to balances which lines of the checkout top up
    /// (docs/rules/money.md#16).
    ///
    /// - Parameter named: the credits of the items that the capture names.
    func credits(
        for amount: Int64, before captures: [Capture], named: [BalancePart],
        in transaction: Transaction
    ) throws -> [BalancePart] {
        guard sheet.request.topsUp else { return [] }
        let price = try price(in: transaction)
        return TopUp.credits(
            owed: sheet.request.credits(price),
            before: captures.filter { $0.state != .failed }.flatMap(\.credits),
            left: price.owed - sheet.captured - sheet.capturing - amount, named: named
        ).capped(at: amount)
    }

    /// The credits that can be booked. A paid capture is booked even if a balance cannot take its
    /// credit any more: that amount is revenue, which the merchant may refund.
    func bookable(_ credits: [BalancePart], paidBy holds: [HoldPart]) -> [BalancePart] {
        let givers = Set(holds.compactMap { ledger.holds[$0.hold]?.balance })
        return credits.filter { part in
            guard let balance = ledger.balances[part.balance], !givers.contains(part.balance)
            else { return false }
            let money = money(part.amount)
            return balance.currency == money.currency && balance.amount.adding(money) != nil
        }
    }
}

extension CheckoutRequest {
    /// True if a line tops up a balance.
    package var topsUp: Bool { !credited.isEmpty }

    /// The balances that its lines top up.
    var credited: [Balance.ID] { basket.credited.compactMap(\.self) }

    /// The credits of the whole checkout, by balance.
    func credits(_ price: Price) -> [BalancePart] {
        .init(
            summing: zip(basket.credited, price.parts).compactMap { balance, part in
                balance.map { ($0, part.credited) }
            })
    }
}

/// A line whose balance cannot be topped up.
package struct TopUpRefusal: Error, Equatable, Sendable {
    /// Its index in the cart, or among the explicit lines.
    package let index: Int
    package let isOfCart: Bool
    package let reason: Reason

    package enum Reason: Sendable {
        /// The merchant has no such balance.
        case unknown
        case otherCurrency
        case expired
    }
}

extension CheckoutRequest {
    /// Refuses top-ups that could not be booked after the payment: a buyer who pays must get them.
    package func demandTopUps(
        of merchant: MerchantNumber, at now: Instant, in transaction: Transaction
    ) throws {
        for (index, id) in basket.credited.enumerated() {
            guard let id else { continue }
            let balance =
                id.merchant == merchant ? try Balance.find(id, in: transaction) : nil
            let reason: TopUpRefusal.Reason? =
                switch balance?.judge(crediting: Money(minorUnits: 1, currency: currency), at: now)
                {
                case _ where balance == nil: .unknown
                case .otherCurrency: .otherCurrency
                case .expired: .expired
                default: nil
                }
            if let reason {
                throw TopUpRefusal(index: index, isOfCart: basket.isCart, reason: reason)
            }
        }
    }
}

extension Price.Part {
    /// The amount that the line credits to the balance it tops up, without tax.
    var credited: Int64 { max(0, gross - discount) }
}

extension CheckoutRequest.Basket {
    fileprivate var isCart: Bool {
        if case .items = self { true } else { false }
    }

    /// The balance that each line tops up, if any.
    var credited: [Balance.ID?] {
        switch self {
        case .items(let items): items.map(\.creditsBalance)
        case .lines(let lines): lines.map(\.creditsBalance)
        }
    }
}
