import Contacts
import Crypto
import Customers
import JSON
import Vocabulary

/// What the buyer gave, sealed with a key of the checkout's own.
///
/// The data key is random and stands wrapped in the row: where it is destroyed, every copy of what
/// it sealed (in the timeline, in backups) is unreadable.
package struct Privacy: Sendable, Equatable {
    /// The data key, wrapped by the server's sealing key; nothing once the buyer was erased.
    var key: [UInt8]?
    var place: [UInt8]?
    var pin: [UInt8]?
    /// The contacts that the merchant knew before.
    var prefill: [UInt8]?
    /// The contacts as authorised.
    var contacts: [UInt8]?
}

/// The opened data key of one checkout.
struct Seal: Sendable {
    private let key: DataKey
    private let context: String

    /// A new key for a new checkout, with its wrapped form.
    static func make(for checkout: Sheet.ID, keys: KeyRing) -> (Seal, wrapped: [UInt8]) {
        let key = DataKey()
        let wrapped = keys.wrap(key, context: Array(checkout.text.utf8))
        return (Seal(key: key, context: checkout.text), wrapped)
    }

    /// The key of a checkout, or nothing when it was destroyed.
    static func open(_ wrapped: [UInt8]?, of checkout: Sheet.ID, keys: KeyRing) throws -> Seal? {
        guard let wrapped else { return nil }
        let key = try keys.unwrap(wrapped, context: Array(checkout.text.utf8))
        return Seal(key: key, context: checkout.text)
    }

    /// Seals in a role (`place`, `question`), so that no sealed value can stand in for another.
    func seal(_ plain: [UInt8], as role: StaticString) -> [UInt8] {
        key.seal(plain, context: Array("\(role) \(context)".utf8))
    }

    func open(_ sealed: [UInt8], as role: StaticString) throws -> [UInt8] {
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
