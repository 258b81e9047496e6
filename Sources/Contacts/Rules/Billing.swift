import Vocabulary

extension ContactRules {
    /// Examines a billing contact with what only the shipping contact has: e-mail and telephone.
    ///
    /// Apple gives neither with a billing address, and processors and invoices want them (user demand 7).
    /// What was borrowed is marked as inferred; it is never made up.
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
        guard Tidied(billing[part], limit: FieldLimit.addressLines).text == nil,
            let text = shipping[part]
        else { return }
        billing[part] = text
        borrowed.append(part)
    }
}
