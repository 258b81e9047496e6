// Refund a payment: one item to the card, an amount as store credit, and then the rest.

@main struct Recipe {
    static func main() async throws {
        let paysheet = try PaysheetServer()
        let order: PaysheetJSON = [
            "countryCode": "US", "currencyCode": "USD",
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
        print(paid.status, paid.checkout.status)  // 0 captured

        let refunds: PaysheetPath = "/v1/checkouts/\(checkout.id)/refunds"
        let scarf = try await paysheet.post(
            refunds, ["items": [["index": 0, "quantity": 1]], "reason": "Damaged"],
            idempotencyKey: "\(checkout.id)-return-1")
        print(scarf.status, scarf.amount, scarf.cardAmount)  // succeeded 25.00 25.00

        let credit = try await paysheet.post(refunds, ["amount": "10.00", "to": "balance"])
        print(credit.amount, credit.credit.balance)  // 10.00 bal_…

        do {
            try await paysheet.post(refunds, ["amount": "60.00"])
        } catch let error as PaysheetServerError {
            print(error.status, error.code)  // 409 exceeds_captured
            print(error.detail)  // at most 55.00 can still be refunded
        }

        let rest = try await paysheet.post(refunds)
        print(rest.amount, rest.checkout.status)  // 55.00 refunded
        for try await refund in paysheet.list(refunds) {
            print(refund.amount)  // 55.00, 10.00, 25.00
        }
    }
}
