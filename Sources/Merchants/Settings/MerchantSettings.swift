import Vocabulary

/// What a merchant has chosen, once for all its checkouts.
package struct MerchantSettings: Hashable, Sendable {
    /// The name on the card statement, which is the label of the sheet's total; none = the
    /// merchant's name.
    package var statementName: String?
    /// Where the merchant does business: a checkout without a country of its own takes this one.
    package var country: Country?
    /// The shops in the web from which a browser may call.
    package var domains: [String] = []
    /// Where it delivers; none = everywhere.
    package var allowedShippingCountries: [Country]?
    /// Regions that are not served although their country is, by ISO 3166-2: `US-HI`.
    package var excludedRegions: [String] = []
    /// Whether a shipping address may be a post office box, to which carriers do not deliver.
    package var deliversToPostOfficeBoxes = true
    package var phoneFormat: PhoneFormat = .e164
    /// The first zone that holds the place decides.
    package var shippingZones: [ShippingZone] = []
    package var taxRates: [TaxRate] = []
    package var taxRounding: Rounding = .halfAwayFromZero
    package var lateSuccess: LateSuccess = .void
    package var unknownIssuingCountry: UnknownIssuingCountry = .accept
    /// What the merchant says to buyers in other words than the server.
    package var messages: [MessageOverride] = []

    package init() {}

    /// How phone numbers are written in orders.
    package enum PhoneFormat: String, CaseIterable, Sendable {
        case e164, national, digits
    }

    /// What becomes of a success that comes after the buyer was told failure (money.md 9).
    package enum LateSuccess: String, CaseIterable, Sendable {
        case void, keep
    }

    /// What becomes of a payment whose card's country the processor does not tell (money.md 11).
    package enum UnknownIssuingCountry: String, CaseIterable, Sendable {
        case accept, refuse
    }

    /// A message for the buyer in the merchant's own words.
    package struct MessageOverride: Hashable, Sendable {
        package let code: String
        package let language: String
        package let text: String

        package init(code: String, language: String, text: String) {
            self.code = code
            self.language = language
            self.text = text
        }
    }
}
