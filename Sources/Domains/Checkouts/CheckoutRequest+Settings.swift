import Carts
import Contacts
import Merchants
import Vocabulary

// Converts a merchant's settings into the rules of other modules.

extension ContactPolicy {
    package init(_ settings: MerchantSettings) {
        self.init(
            allowedCountries: settings.allowedShippingCountries.map { CountrySet($0) },
            excludedRegions: Set(settings.excludedRegions),
            deliversToPostOfficeBoxes: settings.deliversToPostOfficeBoxes,
            phoneFormat: PhoneFormat(rawValue: settings.phoneFormat.rawValue) ?? .e164,
            emailFormat: EmailFormat(rawValue: settings.emailFormat.rawValue) ?? .extended,
            shopCountry: settings.country)
    }
}

extension CheckoutRequest {
    /// The delivery rules of this checkout: its own countries override the merchant's settings.
    package func contactPolicy(_ merchant: Merchant) -> ContactPolicy {
        var policy = ContactPolicy(merchant.settings)
        if let countries = allowedShippingCountries {
            policy.allowedCountries = CountrySet(countries)
        }
        if isAtStore {
            // Nothing is delivered, and the buyer cannot change the store's address.
            policy.allowedCountries = nil
            policy.excludedRegions = []
            policy.deliversToPostOfficeBoxes = true
        }
        policy.shopCountry = countryCode
        return policy
    }
}

extension Merchant {
    /// The name on the card statement, which is the label of the sheet's total.
    package var statementName: String { settings.statementName ?? name }
}

extension CheckoutRequest {
    func pricing(
        _ choice: CheckoutSession.Choice, settings: MerchantSettings, language: Language,
        at now: Instant
    ) -> Pricing {
        Pricing(
            self, settings: settings, destination: choice.place, billing: choice.billing,
            tariff: choice.tariff, method: choice.method, coupon: choice.coupon?.terms,
            today: now.day, labels: settings.labels(in: language))
    }

    /// Prices this request with a choice.
    ///
    /// - Parameter tenders: balances with the amounts that they pay of exactly this price.
    package func price(
        _ choice: CheckoutSession.Choice, settings: MerchantSettings, language: Language,
        at now: Instant,
        paidBy tenders: [Tender] = []
    ) throws -> Price {
        let pricing = pricing(choice, settings: settings, language: language, at: now)
        return try pricing.price(try pricing.price(), paidBy: tenders)
    }
}
