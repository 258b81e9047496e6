// Capture when you ship: authorizes an order, captures one parcel and releases the rest.

@main struct Recipe {
    static func main() async throws {
        let paysheet = try PaysheetServer()
        let order: PaysheetJSON = [
            "countryCode": "US", "currencyCode": "USD", "captureMethod": "manual",
            "items": [
                ["name": "Scarf", "quantity": 2, "unitPrice": "25.00"],
                ["name": "Hat", "unitPrice": "40.00"],
            ],
        ]
        let checkout = try await paysheet.post("/v1/checkouts", order)

        // The page's part: the buyer pays in the sheet.
        let sheet = paysheet.with(key: checkout.clientSecret)
        let token: PaysheetJSON = [
            "transactionIdentifier": "Simulated Identifier", "paymentData": [:],
        ]
        let paid = try await sheet.post(
            "/v1/checkouts/\(checkout.id)/authorize", ["payment": ["token": token]])
        print(paid.status, paid.checkout.status)  // 0 authorized

        // The first parcel leaves. With a key of your own, the call can be repeated after a crash.
        let parcel = try await paysheet.post(
            "/v1/checkouts/\(checkout.id)/capture", ["items": [["index": 0, "quantity": 2]]],
            idempotencyKey: "\(checkout.id)-parcel-1")
        print(parcel.status, parcel.amount)  // succeeded 50.00

        // The hat is sold out.
        let rest = try await paysheet.post("/v1/checkouts/\(checkout.id)/void")
        print(rest.status, rest.authorizedAmount, rest.capturedAmount)  // captured 90.00 50.00
    }
}
