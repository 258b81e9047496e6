// Sell digital goods: the card's billing address decides the tax.

@main struct Recipe {
    static func main() async throws {
        let paysheet = try PaysheetServer()
        let rates: PaysheetJSON = [
            ["label": "Sales tax", "countryCode": "US", "region": "US-CA", "percent": "8.25"],
            ["label": "MwSt.", "countryCode": "DE", "percent": "19", "inclusion": "included"],
        ]
        let settings = try await paysheet.patch("/v1/merchant", ["taxRates": rates])
        print(settings.taxRates.elements.map(\.label))  // [Sales tax, MwSt.]

        let order: PaysheetJSON = [
            "countryCode": "US", "currencyCode": "USD",
            "items": [
                ["name": "Knitting pattern", "unitPrice": "10.00", "requiresShipping": false]
            ],
            "requiredBillingContactFields": ["postalAddress"],
            "requiredShippingContactFields": ["email"],
        ]
        let checkout = try await paysheet.post("/v1/checkouts", order)

        // The page's part: the sheet reports the chosen card with the place of its billing address.
        let sheet = paysheet.with(key: checkout.clientSecret)
        let place: PaysheetJSON = [
            "locality": "Cupertino", "administrativeArea": "CA", "postalCode": "95014",
            "countryCode": "US",
        ]
        let update = try await sheet.post(
            "/v1/checkouts/\(checkout.id)/payment-method",
            ["paymentMethod": ["type": "credit", "billingContact": place]])
        for line in update.newLineItems.elements {
            print(line.label, line.amount)  // Subtotal 10.00, Sales tax 0.83
        }
        print(update.newTotal.amount)  // 10.83

        let payment: PaysheetJSON = [
            "token": ["transactionIdentifier": "Simulated Identifier", "paymentData": [:]],
            "shippingContact": ["emailAddress": "joel@example.com"],
            "billingContact": [
                "givenName": "Joel", "familyName": "Appleseed", "countryCode": "US",
                "addressLines": ["1 Example Park Way"], "locality": "Cupertino",
                "administrativeArea": "CA", "postalCode": "95014",
            ],
        ]
        let paid = try await sheet.post(
            "/v1/checkouts/\(checkout.id)/authorize", ["payment": payment])
        print(paid.status, paid.checkout.status, paid.checkout.total)  // 0 captured 10.83
    }
}
