import Contacts
import Crypto
import Customers
import JSON
import Vocabulary

/// The buyer's data, sealed with the checkout's own key.
///
/// The data key is random and stored wrapped in the row. Destroying it makes every copy of the
/// sealed data (in the timeline, in backups) unreadable.
package struct Privacy: Sendable, Equatable {
    /// The data key, wrapped by the server's sealing key; nil once the buyer was erased.
    package var key: [UInt8]?
    package var place: [UInt8]?
    package var pin: [UInt8]?
    /// The contacts that the merchant prefilled.
    package var prefill: [UInt8]?
    /// The contacts of the authorized payment.
    package var contacts: [UInt8]?
}

/// The opened data key of one checkout.
package struct Seal: Sendable {
    private let key: DataKey
    private let context: String

    /// A new key for a new checkout, with its wrapped form.
    static func make(for checkout: CheckoutSession.ID, keys: KeyRing) -> (Seal, wrapped: [UInt8]) {
        let key = DataKey()
        let wrapped = keys.wrap(key, context: Array(checkout.text.utf8))
        return (Seal(key: key, context: checkout.text), wrapped)
    }

    /// Opens the key of a checkout; returns nil if it was destroyed.
    package static func open(_ wrapped: [UInt8]?, of checkout: CheckoutSession.ID, keys: KeyRing)
        throws
        -> Seal?
    {
        guard let wrapped else { return nil }
        let key = try keys.unwrap(wrapped, context: Array(checkout.text.utf8))
        return Seal(key: key, context: checkout.text)
    }

    /// Seals a value for one role (`place`, `context`), so that it cannot replace a value of
    /// another role.
    func seal(_ plain: [UInt8], as role: StaticString) -> [UInt8] {
        key.seal(plain, context: Array("\(role) \(context)".utf8))
    }

    package func open(_ sealed: [UInt8], as role: StaticString) throws -> [UInt8] {
        try key.open(sealed, context: Array("\(role) \(context)".utf8))
    }

    /// Seals the contact that an account is opened with.
    func seal(account contact: Contact, of customer: Customer.ID) -> [UInt8] {
        key.seal(Writer.value { contact.write(to: &$0) }, context: Customer.sealing(customer))
    }

    /// Wraps the key once more for the customer who adopts it.
    func adopted(by customer: Customer.ID, keys: KeyRing) -> [UInt8] {
        keys.wrap(key, context: Array(customer.text.utf8))
    }
}
