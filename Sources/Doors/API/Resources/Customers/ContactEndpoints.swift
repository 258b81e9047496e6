import Carts
import Checkouts
import Contacts
import Customers
import HTTP
import JSON
import Merchants
import Vocabulary

/// The check of a contact without a checkout; it stores nothing.
enum ContactEndpoints {
    static let all: [Endpoint] = [
        Endpoint(
            .post, "/v1/contacts/validate", for: .keys([.read, .write, .page])
        ) { call in
            let input = try call.read { fields -> ContactInput? in
                let input = ContactInput(reading: fields, merchant: call.merchant)
                fields.refuseUnknown()
                return input
            }
            let examined = ContactRules.examine(
                input.contact, stage: input.stage, role: input.role, required: input.required,
                policy: input.policy)
            let language = input.language ?? call.language
            return Answer { writer in
                writer.object { body in
                    examined.write(membersTo: &body) { call.merchant.text($0, in: language) }
                }
            }.response
        }
    ]
}

/// A request to `/v1/contacts/validate`.
private struct ContactInput {
    let contact: Contact
    let role: Role
    let stage: Stage
    let required: Set<RequiredField>
    let policy: ContactPolicy
    let language: Language?

    init?(reading fields: ObjectReader, merchant: Merchant) {
        let contact = fields.object("contact", required: true).map(Contact.init(reading:))
        role =
            fields.value(
                "kind", maxLength: 16, detail: "shipping or billing", parse: Role.init(rawValue:))
            ?? .shipping
        stage =
            fields.value(
                "stage", maxLength: 16, detail: "redacted or full", parse: Stage.init(rawValue:))
            ?? .full
        let asked = fields.values(
            "required", maxCount: RequiredField.allCases.count, maxLength: 16,
            detail: "email, name, phone, postalAddress or phoneticName",
            parse: RequiredField.init(rawValue:))
        required = Set(asked ?? [.postalAddress])
        var policy = ContactPolicy(merchant.settings)
        if let countries = fields.array("supportedCountries", maxCount: SettingsLimits.countriesMax)
        {
            policy.allowedCountries = CountrySet(reading: countries)
        }
        self.policy = policy
        language = fields.string("locale", maxLength: 64).map { Language(acceptLanguage: $0) }
        guard let contact else { return nil }
        self.contact = contact
    }
}

extension CountrySet {
    fileprivate init(reading codes: ArrayReader) {
        self.init()
        codes.each(maxLength: 2, detail: "an upper-case ISO 3166-1 country code, such as US") {
            code in
            guard let country = Country(code) else { return false }
            insert(country)
            return true
        }
    }
}
