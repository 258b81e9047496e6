import Testing
import Vocabulary

@testable import Contacts

/// A country by its code, for tests that use only real ones.
func country(_ code: String) -> Country {
    guard let country = Country(code) else { preconditionFailure("no country \(code)") }
    return country
}

/// The fields that a sheet can require, except the phonetic name.
let everything: Set<RequiredField> = [.email, .name, .phone, .postalAddress]

/// A complete valid contact in Cupertino.
let cupertino = Contact(
    givenName: "Johnny", familyName: "Appleseed", emailAddress: "johnny@example.com",
    phoneNumber: "(408) 555-1234", addressLines: ["1 Infinite Loop"], locality: "Cupertino",
    administrativeArea: "CA", postalCode: "95014-2083", country: "United States",
    countryCode: "US")

/// The part of a contact that the sheet shows before the buyer authorizes.
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

/// Applies the rules to a complete shipping contact with everything required.
func full(
    _ contact: Contact, required: Set<RequiredField> = everything,
    policy: ContactPolicy = ContactPolicy()
) -> Examined {
    ContactRules.examine(
        contact, stage: .full, role: .shipping, required: required, policy: policy)
}

/// Applies the rules to a shipping contact before authorization.
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

/// Examines an address with a country, city, region and postal code.
func at(_ country: String, _ city: String, _ region: String, _ code: String) -> Examined {
    let contact = Contact(
        givenName: "A", familyName: "B", addressLines: ["1 Main Street"], locality: city,
        administrativeArea: region, postalCode: code, countryCode: country)
    return full(contact, required: [.postalAddress, .name])
}
