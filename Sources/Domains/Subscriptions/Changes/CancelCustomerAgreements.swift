import Checkouts
import Customers
import Merchants
import Postgres
import Processors
import Vocabulary

/// Ends everything that a customer would pay later, and deletes the processor's references to the
/// cards that were saved for it. The customer's erasure runs it first, in the same transaction. It
/// refuses while a payment is in progress.
///
/// Lock order: the customer, then its subscriptions and its scheduled payments.
package struct CancelCustomerAgreements: Verb {
    package let customer: Customer.ID
    package let moment: Moment

    package init(customer: Customer.ID, moment: Moment) {
        self.customer = customer
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws {
        guard try !transaction.run(Customer.lock(customer)).isEmpty else {
            throw CustomerRefusal.notFound
        }
        for row in try transaction.run(Subscription.unfinished(of: customer)) {
            let id = Subscription.ID(
                merchant: customer.merchant, uuid: try row.get("subscription_id"))
            var locked = try LockedSubscription(id, at: moment, in: transaction)
            if locked.subscription.state.isOver {
                try locked.voidOpenInvoices(in: transaction)
                try locked.store(in: transaction)
            } else {
                _ = try CancelSubscription(
                    subscription: id, when: .now, reason: .erased, moment: moment)(in: transaction)
            }
        }
        for row in try transaction.run(ScheduledPayment.unfinished(of: customer)) {
            _ = try CancelScheduledPayment(
                payment: ScheduledPayment.ID(
                    merchant: customer.merchant, uuid: try row.get("later_payment_id")),
                isAfterFreeCancellation: true, moment: moment)(in: transaction)
        }
        // A card has the identifier of the attempt that saved it.
        let savedCardIDs = try transaction.run(Subscription.deleteCardReferences(of: customer)).map
        { row in
            Attempt.ID(merchant: customer.merchant, uuid: try row.get("card_id")).text
        }
        try EraseMerchantTokens(of: customer.merchant, keys: savedCardIDs)(in: transaction)
    }
}
