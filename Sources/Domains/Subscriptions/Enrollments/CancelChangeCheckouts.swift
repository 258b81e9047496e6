import Checkouts
import Postgres
import Vocabulary

/// Cancels the unpaid checkouts of plan changes whose quote is outdated, and releases their holds.
struct CancelChangeCheckouts {
    private let close: Query
    private let moment: Moment
    /// True if a balance may pay one of the checkouts. Otherwise the statement's result is not
    /// awaited.
    private let mayHaveCredit: Bool

    /// Cancels the change checkouts of a locked subscription.
    init(of subscription: Subscription, at moment: Moment) {
        self.init(
            Enrollment.cancelChangeCheckouts(of: subscription.id, at: moment.now),
            mayHaveCredit: subscription.balance != nil, at: moment)
    }

    init(_ close: Query, mayHaveCredit: Bool = true, at moment: Moment) {
        self.close = close
        self.mayHaveCredit = mayHaveCredit
        self.moment = moment
    }

    func callAsFunction(in transaction: Transaction) throws {
        guard mayHaveCredit else { return try transaction.enqueue(close) }
        let paid = try transaction.run(close).filter { try $0.get("paid_by_balances") }
        let checkouts = try paid.map { row in
            CheckoutSession.ID(
                merchant: try row.get("merchant_id"), uuid: try row.get("checkout_id"))
        }
        try ReleaseTenders(of: checkouts, at: moment)(in: transaction)
    }
}
