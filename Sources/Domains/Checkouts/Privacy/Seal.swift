import Carts
import Contacts
import Crypto
import Customers
import JSON
import Vocabulary

/// The buyer's data, sealed with the checkout's own key.
///
/// The data key is random and stored wrapped in the row; a customer who adopts it has a second
/// wrapped copy. Destroying both makes the sealed data unreadable, also in the timeline, but not in
/// a backup that was made before.
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

    /// Seals a value for one role, such as `place` or `contacts`, so that it cannot replace a value
    /// of another role.
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

// The values that a checkout seals, in their JSON form.

extension Seal {
    /// Returns nil if no address is known.
    package func seal(places: Places) -> [UInt8]? {
        places.isEmpty ? nil : seal(Writer.value { places.write(to: &$0) }, as: "place")
    }

    package func places(_ sealed: [UInt8]?) throws -> Places {
        guard let sealed else { return Places() }
        return Places(stored: try Document.parse(try open(sealed, as: "place")).root)
    }

    package func seal(pin: CheckoutSession.Pin) -> [UInt8] {
        seal(
            Writer.value { writer in
                writer.object {
                    if pin.role != .shipping { $0.member("role", pin.role.rawValue) }
                    if let redacted = pin.redacted {
                        $0.object("redacted") { redacted.write(membersTo: &$0) }
                    }
                    $0.object("full") { pin.full.write(membersTo: &$0) }
                }
            }, as: "pin")
    }

    func pin(_ sealed: [UInt8]?) throws -> CheckoutSession.Pin? {
        guard let sealed else { return nil }
        let root = try Document.parse(try open(sealed, as: "pin")).root
        guard let full = root["full"].flatMap(Destination.init(stored:)) else { return nil }
        return CheckoutSession.Pin(
            role: root["role"]?.string.flatMap(Role.init) ?? .shipping,
            redacted: root["redacted"].flatMap(Destination.init(stored:)), full: full)
    }

    /// The role is `prefill` for the merchant's prefilled contacts, and `contacts` for the
    /// authorized ones.
    package func seal(_ contacts: CheckoutContacts, as role: StaticString) -> [UInt8]? {
        guard contacts.shipping != nil || contacts.billing != nil else { return nil }
        return seal(Writer.value { contacts.write(to: &$0) }, as: role)
    }

    package func contacts(_ sealed: [UInt8]?, as role: StaticString) throws -> CheckoutContacts {
        guard let sealed else { return CheckoutContacts() }
        return CheckoutContacts(stored: try Document.parse(try open(sealed, as: role)).root)
    }
}

/// The two stored contacts of a checkout. Those of a payment are normalized; `shippingGiven` and
/// `billingGiven` then have the parts that normalization changed, as the buyer entered them. Those
/// that the merchant prefilled are stored as received.
package struct CheckoutContacts: Hashable, Sendable {
    package var shipping: Contact?
    package var billing: Contact?
    package private(set) var shippingGiven: Contact?
    package private(set) var billingGiven: Contact?

    package init(shipping: Contact? = nil, billing: Contact? = nil) {
        self.shipping = shipping
        self.billing = billing
    }

    package init(_ prefill: Prefill) {
        self.init(shipping: prefill.shippingContact, billing: prefill.billingContact)
    }

    package init(_ contacts: AuthorizedContacts) {
        self.init(
            shipping: contacts.shipping?.normalized, billing: contacts.billing?.normalized)
        shippingGiven = contacts.shipping?.given
        billingGiven = contacts.billing?.given
    }

    package var prefill: Prefill { Prefill(shippingContact: shipping, billingContact: billing) }

    /// The contact that opens an account.
    var account: Contact? { shipping ?? billing }

    func write(to writer: inout Writer) { writer.object { write(membersTo: &$0) } }

    package func write(membersTo writer: inout Writer) {
        writer.member("shippingContact", ifPresent: shipping)
        writer.member("billingContact", ifPresent: billing)
        writer.member("shippingContactGiven", ifPresent: shippingGiven)
        writer.member("billingContactGiven", ifPresent: billingGiven)
    }

    init(stored root: Node) {
        shipping = root["shippingContact"].map(Contact.init(stored:))
        billing = root["billingContact"].map(Contact.init(stored:))
        shippingGiven = root["shippingContactGiven"].map(Contact.init(stored:))
        billingGiven = root["billingContactGiven"].map(Contact.init(stored:))
    }
}

extension Places {
    /// The shipping address's members, with the billing address beside them.
    fileprivate func write(to writer: inout Writer) {
        writer.object {
            shipping?.write(membersTo: &$0)
            if let billing { $0.object("billing") { billing.write(membersTo: &$0) } }
        }
    }

    fileprivate init(stored root: Node) {
        self.init(
            shipping: Destination(stored: root),
            billing: root["billing"].flatMap(Destination.init(stored:)))
    }

    package subscript(role: Role) -> Destination? {
        get {
            switch role {
            case .shipping: shipping
            case .billing: billing
            }
        }
        set {
            switch role {
            case .shipping: shipping = newValue
            case .billing: billing = newValue
            }
        }
    }
}

extension Destination {
    fileprivate func write(membersTo writer: inout Writer) {
        writer.member("country", country.code)
        writer.member("territory", ifPresent: territory?.code)
        writer.member("region", ifPresent: region)
        writer.member("postalCode", ifPresent: postalCode?.text)
        writer.member("plus4", ifPresent: postalCode?.plus4)
        writer.member("isCut", postalCode?.isRedacted ?? false)
    }

    init?(stored root: Node) {
        guard let country = root["country"]?.string.flatMap(Country.init) else { return nil }
        self.init(
            country: country, territory: root["territory"]?.string.flatMap(Country.init),
            region: root["region"]?.string,
            postalCode: root["postalCode"]?.string.map {
                PostalCode(
                    text: $0, plus4: root["plus4"]?.string, isRedacted: root["isCut"]?.bool ?? false
                )
            })
    }
}
