import Vocabulary

/// The countries and regions that one merchant serves, and its preferred formats.
package struct ContactPolicy: Hashable, Sendable {
    /// The countries to which the merchant delivers; nil for all. Unrelated to restrictions on
    /// issuing countries.
    package var allowedCountries: CountrySet?
    /// Regions that are not served although their country is, by ISO 3166-2: `US-HI`.
    package var excludedRegions: Set<String>
    /// False if a shipping address may not be a post office box.
    package var deliversToPostOfficeBoxes: Bool
    package var phoneFormat: PhoneFormat
    package var emailFormat: EmailFormat
    /// The shop's country, in which a phone number is read if the contact has no country.
    package var shopCountry: Country?

    package init(
        allowedCountries: CountrySet? = nil, excludedRegions: Set<String> = [],
        deliversToPostOfficeBoxes: Bool = true, phoneFormat: PhoneFormat = .e164,
        emailFormat: EmailFormat = .extended, shopCountry: Country? = nil
    ) {
        self.allowedCountries = allowedCountries
        self.excludedRegions = excludedRegions
        self.deliversToPostOfficeBoxes = deliversToPostOfficeBoxes
        self.phoneFormat = phoneFormat
        self.emailFormat = emailFormat
        self.shopCountry = shopCountry
    }
}

/// The email addresses to which a merchant's mail system can deliver.
package enum EmailFormat: String, CaseIterable, Sendable {
    /// Also quoted local parts, letters of all scripts and the dots of Japan's carriers.
    case extended
    /// Only the characters of HTML's email field.
    case plain
}

/// The format in which a merchant wants phone numbers.
package enum PhoneFormat: String, CaseIterable, Sendable {
    /// `+14085551234` if the country code is known, otherwise the digits as given.
    case e164
    /// The national format without a country code: `(408) 555-1234`.
    case national
    /// Only digits, with the country code if it is known.
    case digits
}
