import Vocabulary

/// What one merchant serves and how it wants its contacts written.
package struct ContactPolicy: Hashable, Sendable {
    /// Where the merchant delivers; nil is everywhere. An issuing-country wish is another thing.
    package var allowedCountries: CountrySet?
    /// Regions that are not served although their country is, by ISO 3166-2: `US-HI`.
    package var excludedRegions: Set<String>
    /// Whether a shipping address may be a post office box.
    package var deliversToPostOfficeBoxes: Bool
    package var phoneFormat: PhoneFormat
    /// Where the shop is: how a phone number is read when the contact has no country.
    package var shopCountry: Country?

    package init(
        allowedCountries: CountrySet? = nil, excludedRegions: Set<String> = [],
        deliversToPostOfficeBoxes: Bool = true, phoneFormat: PhoneFormat = .e164,
        shopCountry: Country? = nil
    ) {
        self.allowedCountries = allowedCountries
        self.excludedRegions = excludedRegions
        self.deliversToPostOfficeBoxes = deliversToPostOfficeBoxes
        self.phoneFormat = phoneFormat
        self.shopCountry = shopCountry
    }
}

/// How a merchant wants phone numbers written.
package enum PhoneFormat: String, CaseIterable, Sendable {
    /// `+14085551234` where the country code is known, else the digits as given.
    case e164
    /// As it is written at home, without a country code: `(408) 555-1234`.
    case national
    /// Nothing but digits, with the country code where it is known.
    case digits
}
