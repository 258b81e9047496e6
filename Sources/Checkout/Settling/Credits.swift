import Balances
import Postgres
import Vocabulary

extension HeldPayment {
    /// What of a capture goes to balances that lines of the checkout top up (money.md 16).
    ///
    /// - Parameter named: what the items that it names credit by themselves.
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

    /// Those of them that can be booked. What was paid for is booked whatever has become of a balance
    /// since: what it cannot take is revenue, and its merchant's to give back.
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
    /// Whether a line puts what is paid for it into a balance.
    package var topsUp: Bool { !credited.isEmpty }

    /// The balances that its lines top up.
    var credited: [Balance.ID] { basket.credited.compactMap(\.self) }

    /// What all of it credits, by balance.
    func credits(_ price: Price) -> [BalancePart] {
        .init(
            summing: zip(basket.credited, price.parts).compactMap { balance, part in
                balance.map { ($0, part.credited) }
            })
    }
}

/// A line that is to top up what cannot be topped up.
package struct TopUpRefusal: Error, Equatable, Sendable {
    /// Its place in the cart, or among the explicit lines.
    package let index: Int
    package let isOfCart: Bool
    package let reason: Reason

    package enum Reason: Sendable {
        /// No balance of this merchant.
        case unknown
        case otherCurrency
        case expired
    }
}

extension CheckoutRequest {
    /// Refuses what could not be booked once it is paid for: whoever pays must get it.
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
    /// What of it a line that tops up a balance puts there: tax is not the buyer's to keep.
    var credited: Int64 { max(0, gross - discount) }
}

extension CheckoutRequest.Basket {
    fileprivate var isCart: Bool {
        if case .items = self { true } else { false }
    }

    /// The balance that each of its lines tops up, if it does.
    var credited: [Balance.ID?] {
        switch self {
        case .items(let items): items.map(\.creditsBalance)
        case .lines(let lines): lines.map(\.creditsBalance)
        }
    }
}
