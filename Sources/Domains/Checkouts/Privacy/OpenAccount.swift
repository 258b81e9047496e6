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
/// The account adopts the checkout's data key: the contact stays sealed as it is, and erasing the
/// customer destroys the key in both rows.
package struct OpenAccount: Sendable {
    package let question: SheetQuestion
    package let customer: UUID128
    package let event: UUID128

    package init(question: SheetQuestion, customer: UUID128, event: UUID128) {
        self.question = question
        self.customer = customer
        self.event = event
    }

    package struct Outcome: Sendable {
        package let customer: Customer
        /// True if this call opened it.
        package let isNew: Bool
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        var held = try HeldSheet(ending: question, in: transaction)
        if let generation = question.generation, generation != held.sheet.generation {
            throw CheckoutRefusal.secretOutdated
        }
        let contact = try held.seal.contacts(
            held.sheet.privacy.contacts, as: "contacts"
        ).account
        if let known = held.sheet.customer {
            guard
                let customer = try FindCustomer(customer: known, keys: question.keys)(
                    in: transaction)
            else { throw CheckoutRefusal.notFound }
            return Outcome(customer: customer, isNew: false)
        }
        guard held.sheet.state.isPaid else { throw CheckoutRefusal.notAuthorized }
        guard let contact else { throw CheckoutRefusal.noContact }
        let id = Customer.ID(merchant: held.sheet.id.merchant, uuid: customer)
        let opened = Customer(
            id: id, contact: contact, checkout: held.sheet.id.text, consentedAt: question.now,
            createdAt: question.now)
        try transaction.later(
            opened.insert(
                checkout: held.sheet.id.uuid, contact: held.seal.seal(account: contact, of: id),
                key: held.seal.adopted(by: id, keys: question.keys)))
        held.sheet.customer = id
        try transaction.later(held.sheet.storeCustomer)
        try transaction.later(
            Event(
                id: Event.ID(merchant: id.merchant, uuid: event), type: .customerOpened,
                object: id.text, sequence: 1,
                data: Writer.value { writer in
                    writer.object {
                        $0.member("id", id.text)
                        $0.member("checkout", held.sheet.id.text)
                    }
                }, at: question.now
            ).insert)
        return Outcome(customer: opened, isNew: true)
    }
}

extension Sheet.State {
    /// True if a payment was authorized.
    package var isPaid: Bool {
        switch self {
        case .authorized, .captured, .refunded: true
        case .open, .authorizing, .canceled, .expired, .failed: false
        }
    }
}
