import Vocabulary

/// The rules for a contact of an order; pure, so that every caller gets the same result.
package enum ContactRules {
    /// Normalizes a contact, and collects all errors that stop the order and all warnings.
    ///
    /// - Parameter stage: before authorization no part is required that redaction removes.
    /// - Parameter required: the fields that the sheet asks for. Only these can have errors,
    ///   because the buyer cannot edit others there (docs/rules/demands.md#8); other problems
    ///   become warnings.
    /// - Parameter policy: the merchant's delivery policy; applies to shipping contacts only.
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

    /// True for a region of ISO 3166-2, such as `US-HI`; if no table has the country's regions, its
    /// form decides.
    package static func knowsRegion(_ code: String) -> Bool {
        let parts = code.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let country = Country(String(parts[0])),
            (1...3).contains(parts[1].utf8.count),
            parts[1].unicodeScalars.allSatisfy({ $0.isASCII && $0.isLetterOrDigit })
        else { return false }
        return RegionTable.of(country)?.has(String(parts[1])) ?? true
    }

    /// Loads the tables of names, formats and messages, so that the first buyer does not wait for
    /// them: some tens of milliseconds in all.
    package static func warmUp() {
        _ = CountryName.country(name: "Utopia")
        _ = CountryName.country(code: "USA")
        let places = [
            ("US", "CA", "95014", "+14085551234"), ("CA", "Québec", "H2X 1Y4", "5145550123"),
            ("AU", "Victoria", "3000", "0412345678"), ("GB", "", "WC2H 7LT", "02079460958"),
            ("DE", "", "10115", "03012345678"), ("FR", "", "75001", "0612345678"),
            ("JP", "", "100-0001", "09012345678"),
        ]
        for (country, region, code, phone) in places {
            let contact = Contact(
                emailAddress: "johnny@example.com", phoneNumber: phone, administrativeArea: region,
                postalCode: code, country: "?", countryCode: country)
            let seen = examine(
                contact, stage: .full, role: .shipping, required: Set(RequiredField.allCases))
            for error in seen.errors { _ = MessageCatalog.text(error.message, .english) }
            for language in Language.allCases { _ = Country(country)?.name(in: language) }
        }
    }
}
