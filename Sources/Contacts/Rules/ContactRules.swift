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
        var examination = Examination(
            contact, stage: stage, role: role, required: required, policy: policy)
        let country = examination.examineAddress()
        examination.examineServability()
        examination.examineNames(in: country)
        examination.examinePhone(in: country)
        examination.examineEmail()
        return examination.examined()
    }

    /// Reads the tables of names and formats, so that the first buyer does not wait for them.
    package static func warmUp() {
        _ = CountryName.country(name: "Utopia")
        let contact = Contact(
            phoneNumber: "+14085551234", administrativeArea: "CA", postalCode: "95014",
            countryCode: "US")
        _ = examine(contact, stage: .full, role: .shipping, required: [.postalAddress, .phone])
    }
}
