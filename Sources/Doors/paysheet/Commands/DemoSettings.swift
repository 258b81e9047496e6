import Merchants
import Vocabulary

/// A shop with a shipping zone of two methods and a tax, so that the payment sheet can be tried.
enum DemoSettings {
    static let merchantName = "Demo Toast"

    static func settings() throws -> MerchantSettings {
        try MerchantSettings(stored: Array(document.utf8))
    }

    /// The coupon `TOAST10`, which takes 10 % off.
    static func coupon(of merchant: MerchantNumber) -> Coupon? {
        guard let code = CouponCode("TOAST10"), let tenth = Rate(percent: "10") else { return nil }
        let now = World.now()
        return Coupon(
            id: Coupon.ID(merchant: merchant, uuid: World.identify(now)), code: code,
            terms: CouponTerms(reduction: .percentage(tenth)), createdAt: now)
    }

    private static let document = """
        {"countryCode": "US", "statementName": "DEMO TOAST",
         "shippingZones": [
           {"name": "United States", "currencyCode": "USD", "areas": [{"countryCode": "US"}],
            "methods": [
              {"identifier": "standard", "label": "Standard", "detail": "5 to 7 days",
               "prices": [{"amount": "4.99"}, {"from": "50.00", "amount": "0.00"}]},
              {"identifier": "express", "label": "Express", "detail": "2 days",
               "prices": [{"amount": "14.99"}]}]}],
         "taxRates": [
           {"label": "Sales tax", "countryCode": "US", "region": "US-CA", "percent": "8.25"}]}
        """
}
