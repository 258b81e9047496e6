import Vocabulary

extension ContactRules {
    /// Examines a billing contact together with the shipping contact's email and phone number.
    ///
    /// Apple provides neither with a billing address, but processors and invoices need them
    /// (docs/rules/demands.md#7). A borrowed part is marked as inferred; no part is ever invented.
    package static func examineBilling(
        _ billing: Contact, with shipping: Contact?, stage: Stage, required: Set<RequiredField>,
        policy: ContactPolicy = ContactPolicy()
    ) -> Examined {
        var contact = billing
        var borrowed: [ContactPart] = []
        if let shipping {
            borrow(.emailAddress, from: shipping, to: &contact, &borrowed)
            borrow(.phoneNumber, from: shipping, to: &contact, &borrowed)
        }
        var examined = examine(
            contact, stage: stage, role: .billing, required: required, policy: policy)
        for part in borrowed where examined.provenance[part] != nil {
            examined.provenance[part] = .inferred
            examined.given?[part] = nil
        }
        return examined
    }

    private static func borrow(
        _ part: ContactPart, from shipping: Contact,
        to billing: inout Contact, _ borrowed: inout [ContactPart]
    ) {
        guard CleanedText(billing[part], limit: FieldLimit.addressLines).text == nil,
            let text = shipping[part]
        else { return }
        billing[part] = text
        borrowed.append(part)
    }
}

extension ContactRules {
    /// The place of a billing contact, as far as its address is readable, in the form that tax
    /// rates compare with; nil without a country.
    package static func billingPlace(_ billing: Contact, at stage: Stage) -> Destination? {
        examine(billing, stage: stage, role: .billing, required: []).destination
    }
}
