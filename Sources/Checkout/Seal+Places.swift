import Contacts
import Crypto
import Customers
import JSON
import Vocabulary

// What is sealed, and how it is written down before.

extension Seal {
    func seal(place: Destination) -> [UInt8] {
        seal(Writer.value { place.write(to: &$0) }, as: "place")
    }

    func place(_ sealed: [UInt8]?) throws -> Destination? {
        guard let sealed else { return nil }
        return Destination(stored: try Document.parse(try open(sealed, as: "place")).root)
    }

    func seal(pin: Sheet.Pin) -> [UInt8] {
        seal(
            Writer.value { writer in
                writer.object {
                    $0.key("redacted")
                    pin.redacted.write(to: &$0)
                    $0.key("full")
                    pin.full.write(to: &$0)
                }
            }, as: "pin")
    }

    func pin(_ sealed: [UInt8]?) throws -> Sheet.Pin? {
        guard let sealed else { return nil }
        let root = try Document.parse(try open(sealed, as: "pin")).root
        guard let redacted = root["redacted"].flatMap(Destination.init(stored:)),
            let full = root["full"].flatMap(Destination.init(stored:))
        else { return nil }
        return Sheet.Pin(redacted: redacted, full: full)
    }

    /// In the role `prefill` what the merchant knew before, as `contacts` what was authorised.
    func seal(_ contacts: SheetContacts, as role: StaticString) -> [UInt8]? {
        guard contacts.shipping != nil || contacts.billing != nil else { return nil }
        return seal(Writer.value { contacts.write(to: &$0) }, as: role)
    }

    func contacts(_ sealed: [UInt8]?, as role: StaticString) throws -> SheetContacts {
        guard let sealed else { return SheetContacts() }
        return SheetContacts(stored: try Document.parse(try open(sealed, as: role)).root)
    }
}

/// The two contacts of a sheet as they are kept: normalised, and beside each the buyer's own words for what
/// was respelled, for whoever has to look at it again.
package struct SheetContacts: Hashable, Sendable {
    package var shipping: Contact?
    package var billing: Contact?
    package private(set) var shippingGiven: Contact?
    package private(set) var billingGiven: Contact?

    package init(shipping: Contact? = nil, billing: Contact? = nil) {
        self.shipping = shipping
        self.billing = billing
    }

    init(_ prefill: Prefill) {
        self.init(shipping: prefill.shippingContact, billing: prefill.billingContact)
    }

    init(_ contacts: AuthorizedContacts) {
        self.init(
            shipping: contacts.shipping?.normalized, billing: contacts.billing?.normalized)
        shippingGiven = contacts.shipping?.given
        billingGiven = contacts.billing?.given
    }

    package var prefill: Prefill { Prefill(shippingContact: shipping, billingContact: billing) }

    /// The contact that an account is opened with.
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

extension Destination {
    func write(to writer: inout Writer) {
        writer.object {
            $0.member("country", country.code)
            $0.member("territory", ifPresent: territory?.code)
            $0.member("region", ifPresent: region)
            $0.member("postalCode", ifPresent: postalCode?.text)
            $0.member("plus4", ifPresent: postalCode?.plus4)
            $0.member("isCut", postalCode?.isCut ?? false)
        }
    }

    init?(stored root: Node) {
        guard let country = root["country"]?.string.flatMap(Country.init) else { return nil }
        self.init(
            country: country, territory: root["territory"]?.string.flatMap(Country.init),
            region: root["region"]?.string,
            postalCode: root["postalCode"]?.string.map {
                PostalCode(
                    text: $0, plus4: root["plus4"]?.string, isCut: root["isCut"]?.bool ?? false)
            })
    }
}
