import Testing
import Vocabulary

@testable import Contacts

/// A country by its code, in tests that name only real ones.
func country(_ code: String) -> Country {
    guard let country = Country(code) else { preconditionFailure("no country \(code)") }
    return country
}

/// Everything that a sheet can ask for.
let everything: Set<RequiredField> = [.email, .name, .phone, .postalAddress]

/// A whole contact of Cupertino, without a fault.
let cupertino = Contact(
    givenName: "Johnny", familyName: "Appleseed", emailAddress: "johnny@example.com",
    phoneNumber: "(408) 555-1234", addressLines: ["1 Infinite Loop"], locality: "Cupertino",
    administrativeArea: "CA", postalCode: "95014-2083", country: "United States",
    countryCode: "US")

/// What the sheet shows of a contact before the buyer authorises.
func redacted(
    postalCode: String?, _ code: String?, administrativeArea: String? = nil,
    locality: String? = "Somewhere"
) -> Contact {
    Contact(
        givenName: "", familyName: "", locality: locality, administrativeArea: administrativeArea,
        postalCode: postalCode, country: "", countryCode: code)
}

extension Contact {
    /// The same contact with one part changed.
    func with<Value>(_ path: WritableKeyPath<Contact, Value>, _ value: Value) -> Contact {
        var copy = self
        copy[keyPath: path] = value
        return copy
    }
}

/// The rules on a whole shipping contact of which everything is required.
func full(
    _ contact: Contact, required: Set<RequiredField> = everything,
    policy: ContactPolicy = ContactPolicy()
) -> Examined {
    ContactRules.examine(
        contact, stage: .full, role: .shipping, required: required, policy: policy)
}

/// The rules on a shipping contact before authorisation.
func before(
    _ contact: Contact, required: Set<RequiredField> = everything,
    policy: ContactPolicy = ContactPolicy()
) -> Examined {
    ContactRules.examine(
        contact, stage: .redacted, role: .shipping, required: required, policy: policy)
}

extension Examined {
    /// `postalCode: postalCode.format` for each error, in order.
    var summary: [String] {
        errors.map { error in
            (error.contactField?.rawValue ?? error.code.rawValue) + ": "
                + error.message.key.rawValue
        }
    }
}
