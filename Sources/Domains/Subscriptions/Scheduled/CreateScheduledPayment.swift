import Carts
import Customers
import Outbox
import Payments
import Postgres
import Vocabulary

/// Stores the later payment that a buyer agreed to in a paid checkout: on a date, or when a balance
/// runs low.
struct CreateScheduledPayment: Verb {
    let enrollment: Enrollment
    let paymentStatus: PaymentStatus
    let moment: Moment

    init(_ enrollment: Enrollment, _ paymentStatus: PaymentStatus, at moment: Moment) {
        self.enrollment = enrollment
        self.paymentStatus = paymentStatus
        self.moment = moment
    }

    func callAsFunction(in transaction: Transaction) throws {
        guard let row = try transaction.run(SavedCard.find(of: enrollment.checkout)).first,
            let request = paymentStatus.later
        else { return }
        // The customer was erased before the payment was seen, so nothing more is charged.
        if let customer = paymentStatus.customer, try Customer.isErased(customer, in: transaction) {
            return
        }
        var payment = ScheduledPayment(
            id: ScheduledPayment.ID(
                merchant: enrollment.checkout.merchant, uuid: moment.identifier()),
            kind: request.balance == nil ? .deferred : .reload,
            state: request.balance == nil ? .scheduled : .active, checkout: enrollment.checkout,
            card: try SavedCard(row: row), clock: enrollment.clock, country: paymentStatus.country,
            label: request.label, amount: request.amount, cancelUntil: request.cancelUntil,
            timeZone: request.timeZone, balance: request.balance, threshold: request.threshold,
            dueAt: request.at, createdAt: moment.now)
        var events = BillingEvents(at: moment)
        events.emit(.laterPaymentScheduled, &payment)
        try transaction.enqueue(payment.insert)
        try events.store(in: transaction)
    }
}
