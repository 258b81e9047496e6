import Contacts
import Crypto
import Customers
import JSON
import Merchants
import Outbox
import Postgres
import Vocabulary

/// Opens an account for the buyer from the payment that they just authorized, with their consent.
/// Once per checkout: a repeated call returns the same account.
///
/// The account has the checkout's data key, wrapped once more for the customer and sealing a copy
/// of the contact. Erasing the customer destroys the key in both rows.
package struct OpenAccount: Verb {
    package let context: CheckoutContext
    package let customer: UUID128
    package let event: UUID128

    package init(context: CheckoutContext, customer: UUID128, event: UUID128) {
        self.context = context
        self.customer = customer
        self.event = event
    }

    package struct Outcome: Sendable {
        package let customer: Customer
        /// True if this call opened it.
        package let isNew: Bool
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        var loaded = try LoadedCheckout(unchecked: context, in: transaction)
        if let generation = context.generation, generation != loaded.session.generation {
            throw CheckoutRefusal.secretOutdated
        }
        let contact = try loaded.seal.contacts(
            loaded.session.privacy.contacts, as: "contacts"
        ).account
        if let known = loaded.session.customer {
            guard
                let customer = try FindCustomer(customer: known, keys: context.keys)(
                    in: transaction)
            else { throw CheckoutRefusal.notFound }
            return Outcome(customer: customer, isNew: false)
        }
        guard loaded.session.state.isPaid else { throw CheckoutRefusal.notAuthorized }
        guard let contact else { throw CheckoutRefusal.noContact }
        let id = Customer.ID(merchant: loaded.session.id.merchant, uuid: customer)
        let opened = Customer(
            id: id, contact: contact, checkout: loaded.session.id.text, consentedAt: context.now,
            createdAt: context.now)
        try transaction.enqueue(
            opened.insert(
                checkout: loaded.session.id.uuid,
                contact: loaded.seal.seal(account: contact, of: id),
                key: loaded.seal.adopted(by: id, keys: context.keys)))
        loaded.session.customer = id
        try transaction.enqueue(loaded.session.storeCustomer)
        try transaction.enqueue(
            Event(
                id: Event.ID(merchant: id.merchant, uuid: event), type: .customerOpened,
                object: id.text, sequence: 1,
                data: Writer.value { writer in
                    writer.object {
                        $0.member("id", id.text)
                        $0.member("checkout", loaded.session.id.text)
                    }
                }, at: context.now
            ).insert)
        return Outcome(customer: opened, isNew: true)
    }
}

extension CheckoutSession.State {
    /// True if a payment was authorized.
    package var isPaid: Bool {
        switch self {
        case .authorized, .captured, .refunded: true
        case .open, .authorizing, .canceled, .expired, .failed: false
        }
    }
}
