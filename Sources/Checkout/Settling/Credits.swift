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
            left: price.owed - sheet.captured - sheet.capturing - amount, named: named)
    }
}

extension CheckoutRequest {
    /// Whether a line puts what is paid for it into a balance.
    var topsUp: Bool { basket.credited.contains { $0 != nil } }

    /// What all of it credits, by balance.
    func credits(_ price: Price) -> [BalancePart] {
        .init(
            summing: zip(basket.credited, price.parts).compactMap { balance, part in
                balance.map { ($0, part.credited) }
            })
    }
}

extension Price.Part {
    /// What of it a line that tops up a balance puts there: tax is not the buyer's to keep.
    var credited: Int64 { max(0, gross - discount) }
}

extension CheckoutRequest.Basket {
    /// The balance that each of its lines tops up, if it does.
    var credited: [Balance.ID?] {
        switch self {
        case .items(let items): items.map(\.creditsBalance)
        case .lines(let lines): lines.map(\.creditsBalance)
        }
    }
}
