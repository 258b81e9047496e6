import Balances
import Carts
import Checkouts
import Postgres
import Vocabulary

extension LockedPayment {
    /// The amounts of a capture that go to balances which lines of the checkout top up
    /// (docs/rules/money.md#16).
    ///
    /// - Parameter named: the credits of the items that the capture names.
    func credits(
        for amount: Int64, before captures: [Capture], named: [BalancePart],
        in transaction: Transaction?
    ) throws -> [BalancePart] {
        guard session.request.topsUp else { return [] }
        guard let transaction else { throw LoadedCheckout.NeedsLock() }
        let price = try price(in: transaction)
        return TopUp.credits(
            owed: session.request.credits(price),
            before: captures.filter { $0.state != .failed }.flatMap(\.credits),
            remaining: price.owed - session.captured - session.capturing - amount, named: named
        ).capped(at: amount)
    }

    /// The credits that can be booked. A paid capture is booked even if a balance cannot take its
    /// credit any more: that amount is revenue, which the merchant may refund.
    func creditable(_ credits: [BalancePart], paidBy holds: [HoldPart]) -> [BalancePart] {
        let payingBalances = Set(holds.compactMap { ledger.holds[$0.hold]?.balance })
        return credits.filter { part in
            guard let balance = ledger.balances[part.balance],
                !payingBalances.contains(part.balance)
            else { return false }
            let money = money(part.amount)
            return balance.currency == money.currency && balance.amount.adding(money) != nil
        }
    }
}

extension CheckoutRequest {
    /// The credits of the whole checkout, by balance.
    func credits(_ price: Price) -> [BalancePart] {
        .init(
            summing: zip(cartContent.credited, price.parts).compactMap { balance, part in
                balance.map { ($0, part.credited) }
            })
    }
}

extension Price.Part {
    /// The amount that the line credits to the balance it tops up, without tax.
    var credited: Int64 { max(0, gross - discount) }
}
