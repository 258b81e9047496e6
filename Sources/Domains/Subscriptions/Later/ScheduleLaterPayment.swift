import Carts
import Customers
import Outbox
import Payments
import Postgres
import Vocabulary

/// Stores the later payment that a buyer agreed to in a paid sheet: on a date, or when a balance
/// runs low.
struct ScheduleLaterPayment: Sendable {
    let enrolment: Enrolment
    let standing: PaymentStanding
    let now: Instant
    let identify: @Sendable (Instant) -> UUID128

    init(
        _ enrolment: Enrolment, _ standing: PaymentStanding, at now: Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.enrolment = enrolment
        self.standing = standing
        self.now = now
        self.identify = identify
    }

    func callAsFunction(in transaction: Transaction) throws {
        guard let row = try transaction.run(KeptCard.find(of: enrolment.checkout)).first,
            let wish = standing.later
        else { return }
        // The customer was erased before the payment was seen, so nothing more is charged.
        if let customer = standing.customer, try Customer.isErased(customer, in: transaction) {
            return
        }
        var payment = LaterPayment(
            id: LaterPayment.ID(merchant: enrolment.checkout.merchant, uuid: identify(now)),
            kind: wish.balance == nil ? .deferred : .reload,
            state: wish.balance == nil ? .scheduled : .active, checkout: enrolment.checkout,
            card: try KeptCard(row: row), clock: enrolment.clock, country: standing.country,
            label: wish.label, amount: wish.amount, cancelUntil: wish.cancelUntil,
            timeZone: wish.timeZone, balance: wish.balance, threshold: wish.threshold,
            dueAt: wish.at, createdAt: now)
        var news = BillingNews(at: now, identify: identify)
        news.tell(.laterPaymentScheduled, &payment)
        try transaction.later(payment.insert)
        try news.store(in: transaction)
    }
}
