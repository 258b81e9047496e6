import Vocabulary

/// What makes a contact good enough for an order; pure, so that every door asks the same.
package enum ContactRules {
    /// Normalises a contact, and says all that stops the order and all that looks odd.
    ///
    /// - Parameter stage: before authorisation nothing is demanded that redaction takes away.
    /// - Parameter required: what the sheet was asked for; only that can be an error, since the
    ///   buyer can edit nothing else there (user demand 8). The rest becomes a warning.
    /// - Parameter policy: where the merchant delivers; asked for shipping contacts only.
    package static func examine(
        _ contact: Contact, stage: Stage, role: Role, required: Set<RequiredField>,
        policy: ContactPolicy = ContactPolicy()
    ) -> Examined {
        var errors: [FieldError] = []
        if stage == .full, required.contains(.email), contact.emailAddress == nil {
            errors.append(
                .mendable(role, .emailAddress, .emailRequired, at: stage, required: required))
        }
        return Examined(normalized: contact, errors: errors)
    }
}
