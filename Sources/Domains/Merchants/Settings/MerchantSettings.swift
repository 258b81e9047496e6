import Vocabulary

/// A merchant's settings for all its checkouts.
package struct MerchantSettings: Hashable, Sendable {
    /// The name on the card statement, which is also the label of the sheet's total; nil = the
    /// merchant's name.
    package var statementName: String?
    /// The merchant's country, used by checkouts that do not specify one.
    package var country: Country?
    /// The websites whose pages may call the server.
    package var domains: [String] = []
    /// The countries the merchant ships to; nil = all.
    package var allowedShippingCountries: [Country]?
    /// Regions that the merchant does not serve although it serves their country, by ISO 3166-2:
    /// `US-HI`.
    package var excludedRegions: [String] = []
    /// False refuses post office boxes as shipping addresses, because carriers do not deliver to
    /// them.
    package var deliversToPostOfficeBoxes = true
    package var phoneFormat: PhoneFormat = .e164
    package var emailFormat: EmailFormat = .extended
    /// The first zone that contains the address applies.
    package var shippingZones: [ShippingZone] = []
    package var taxRates: [TaxRate] = []
    package var taxRounding: Rounding = .halfAwayFromZero
    package var lateSuccess: LateSuccess = .void
    package var unknownIssuingCountry: UnknownIssuingCountry = .accept
    /// The merchant's own texts for messages to buyers.
    package var messages: [MessageOverride] = []

    package init() {}

    /// The format of phone numbers in orders.
    package enum PhoneFormat: String, CaseIterable, Sendable {
        case e164, national, digits
    }

    /// The accepted email addresses of buyers: `plain` is for merchants whose own mail system
    /// cannot handle quoted local parts or letters of all scripts.
    package enum EmailFormat: String, CaseIterable, Sendable {
        case extended, plain
    }

    /// The handling of a payment that succeeds after the buyer has seen a failure
    /// (docs/rules/money.md#9).
    package enum LateSuccess: String, CaseIterable, Sendable {
        case void, keep
    }

    /// The handling of a payment if the processor does not report the card's issuing country
    /// (docs/rules/money.md#11).
    package enum UnknownIssuingCountry: String, CaseIterable, Sendable {
        case accept, refuse
    }

    /// A message to the buyer in the merchant's own words.
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
