import Checkout
import Contacts
import Customers
import HTTP
import JSON
import Merchants
import Vocabulary

/// Checks a contact without a checkout; no state.
extension Services {
    var contactRoutes: [Route] {
        [
            route(.post, "/v1/contacts/validate", for: [.read, .write, .page]) { call in
                try self.validate(call)
            }, preflight("/v1/contacts/validate", methods: "POST"),
        ]
    }

    private func validate(_ call: Call) throws -> Response {
        let asked = try call.read { fields -> ContactQuestion? in
            let question = ContactQuestion(reading: fields, merchant: call.merchant)
            fields.refuseUnknown()
            return question
        }
        let examined = ContactRules.examine(
            asked.contact, stage: asked.stage, role: asked.role, required: asked.required,
            policy: asked.policy)
        let language = asked.language ?? call.language
        return Answer { writer in
            writer.object { body in
                body.member("valid", examined.isValid)
                body.member("normalized", examined.normalized)
                body.key("provenance")
                body.object { examined.provenance.write(membersTo: &$0) }
                body.array("errors", examined.errors) {
                    $0.write(to: &$1, in: language, of: call.merchant)
                }
                body.array("warnings", examined.warnings) {
                    $0.write(to: &$1, in: language, of: call.merchant)
                }
            }
        }.response
    }
}

/// What `/v1/contacts/validate` is asked.
private struct ContactQuestion {
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
        if let countries = fields.array("supportedCountries", maxCount: 249) {
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
        codes.each(maxLength: 2, detail: "a code of ISO 3166-1 in upper case") { code in
            guard let country = Country(code) else { return false }
            insert(country)
            return true
        }
    }
}

extension Provenances {
    fileprivate func write(membersTo writer: inout Writer) {
        for part in ContactPart.allCases {
            guard let provenance = self[part] else { continue }
            writer.key(dynamic: part.rawValue)
            writer.value(provenance.rawValue)
        }
    }
}

extension FieldError {
    /// `{code, contactField?, message}`: what `new ApplePayError(…)` takes, and the message's key.
    func write(to writer: inout Writer, in language: Language, of merchant: Merchant) {
        writer.object {
            $0.member("code", code.rawValue)
            $0.member("contactField", ifPresent: contactField?.rawValue)
            $0.member("message", merchant.text(message, in: language))
            $0.member("messageCode", message.key.rawValue)
        }
    }
}

extension FieldWarning {
    fileprivate func write(to writer: inout Writer, in language: Language, of merchant: Merchant) {
        writer.object {
            $0.member("contactField", ifPresent: contactField?.rawValue)
            $0.member("message", merchant.text(message, in: language))
            $0.member("messageCode", message.key.rawValue)
            $0.member("suggestion", ifPresent: suggestion)
        }
    }
}
