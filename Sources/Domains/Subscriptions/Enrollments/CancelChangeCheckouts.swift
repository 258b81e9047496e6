import Checkouts
import Postgres
import Vocabulary

/// Closes unpaid sheets of changes whose terms are outdated, and releases the credit that was held
/// for them.
struct CancelChangeCheckouts {
    private let close: Query
    private let now: Instant
    private let identify: @Sendable (Instant) -> UUID128
    /// True if a balance may pay any of the sheets. Otherwise the statement's result is not
    /// awaited.
    private let mayHaveCredit: Bool

    /// Closes the sheets of a locked subscription.
    init(
        of subscription: Subscription, at now: Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.init(
            Enrollment.cancelChangeCheckouts(of: subscription.id, at: now),
            mayHaveCredit: subscription.balance != nil, at: now, identify: identify)
    }

    init(
        _ close: Query, mayHaveCredit: Bool = true, at now: Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.close = close
        self.mayHaveCredit = mayHaveCredit
        self.now = now
        self.identify = identify
    }

    func callAsFunction(in transaction: Transaction) throws {
        guard mayHaveCredit else { return try transaction.enqueue(close) }
        let paid = try transaction.run(close).filter { try $0.get("paid_by_balances") }
        let checkouts = try paid.map { row in
            CheckoutSession.ID(
                merchant: try row.get("merchant_id"), uuid: try row.get("checkout_id"))
        }
        try ReleaseTenders(of: checkouts, at: Moment(now, identify: identify))(in: transaction)
    }
}
