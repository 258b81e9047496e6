import Contacts
import Merchants
import Vocabulary

// A merchant's settings as the rules of other modules take them.

extension ContactPolicy {
    package init(_ settings: MerchantSettings) {
        self.init(
            allowedCountries: settings.allowedShippingCountries.map { CountrySet($0) },
            excludedRegions: Set(settings.excludedRegions),
            deliversToPostOfficeBoxes: settings.deliversToPostOfficeBoxes,
            phoneFormat: PhoneFormat(rawValue: settings.phoneFormat.rawValue) ?? .e164,
            shopCountry: settings.country)
    }
}

extension CheckoutRequest {
    /// Where this checkout delivers: what it says itself wins over the merchant's settings.
    func contactPolicy(_ merchant: Merchant) -> ContactPolicy {
        var policy = ContactPolicy(merchant.settings)
        if let countries = allowedShippingCountries {
            policy.allowedCountries = CountrySet(countries)
        }
        policy.shopCountry = countryCode
        return policy
    }
}

extension Merchant {
    /// The name on the card statement: the label of the sheet's total.
    package var statementName: String { settings.statementName ?? name }

    var verdictPolicy: Verdict.Policy {
        Verdict.Policy(
            keepsLateSuccess: settings.lateSuccess == .keep,
            refusesUnknownCountry: settings.unknownIssuingCountry == .refuse)
    }
}
