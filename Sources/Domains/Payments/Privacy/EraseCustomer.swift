import Checkouts
import Contacts
import Crypto
import Customers
import Idempotency
import JSON
import Merchants
import Outbox
import Postgres
import Vocabulary

/// Erases a customer: the account, and the buyer in all of its checkouts. A repeated call finds
/// nothing more to erase. For the data that stays and the reasons see docs/decisions/0014.
///
/// An open checkout is canceled. A checkout that is being authorized must end first, because its
/// outcome is stored with the contacts. Captures and refunds in progress need no contacts and
/// continue.
///
/// Lock order: the customer, then the checkouts by identifier. All are locked together, so that no
/// other call sees a partial erasure.
package struct EraseCustomer: Verb {
    package let customer: Customer.ID
    package let keys: KeyRing
    package let moment: Moment
    /// Makes the context that cancels an open checkout.
    package let context: @Sendable (CheckoutSession.ID) -> CheckoutContext

    package init(
        customer: Customer.ID, keys: KeyRing, moment: Moment,
        context: @escaping @Sendable (CheckoutSession.ID) -> CheckoutContext
    ) {
        self.customer = customer
        self.keys = keys
        self.moment = moment
        self.context = context
    }

    package func callAsFunction(in transaction: Transaction) throws {
        guard try !transaction.run(Customer.lock(customer)).isEmpty else {
            throw CustomerRefusal.notFound
        }
        let erasableData = try transaction.run(ErasableData.lock(of: customer)).map(
            ErasableData.init(row:))
        try requireNoPayment(erasableData, in: transaction)
        let erase = EraseCheckoutData(
            erasableData, of: customer.merchant, keys: keys, now: moment.now)
        try erase(in: transaction) { checkout in
            CancelCheckout(context: context(checkout), event: moment.identifier(), isErasure: true)
        }
        let found = try FindCustomer(customer: customer, keys: keys)(in: transaction)
        guard try !transaction.run(Customer.erase(customer, at: moment.now)).isEmpty else { return }
        if let email = found?.contact?.emailAddress {
            // A worker searches for checkouts without the account.
            let erasure = try Erasure(of: customer, email: email, keys: keys, at: moment.now)
            try transaction.enqueue(erasure.insert)
        }
        try transaction.enqueue(event.insert)
    }

    private func requireNoPayment(_ erasableData: [ErasableData], in transaction: Transaction)
        throws
    {
        guard let paying = erasableData.first(where: { $0.state == .authorizing }) else { return }
        let attempt = try transaction.run(Attempt.newest(1, of: paying.checkout)).first
            .map(Attempt.init(row:))
        throw CustomerRefusal.paymentInProgress(
            secondsLeft: attempt?.leaseSecondsLeft(at: moment.now) ?? 1)
    }

    /// The customer's second event: the first reported the opening.
    private var event: Event {
        Event(
            id: Event.ID(merchant: customer.merchant, uuid: moment.identifier()),
            type: .customerErased, object: customer.text, sequence: 2,
            data: Writer.value { writer in
                writer.object {
                    $0.member("id", customer.text)
                    $0.member("erasedAt", moment.now.rfc3339)
                }
            }, at: moment.now)
    }
}
