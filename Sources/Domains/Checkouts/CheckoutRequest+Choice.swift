import Carts
import Contacts
import Merchants
import Vocabulary

extension CheckoutRequest {
    func pricing(
        _ choice: CheckoutSession.Choice, settings: MerchantSettings, language: Language,
        at now: Instant
    ) -> Pricing {
        Pricing(
            self, settings: settings, destination: choice.place, billing: choice.billing,
            tariff: choice.tariff, method: choice.method, coupon: choice.coupon?.terms,
            today: now.day, words: settings.words(in: language))
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
