// Sell subscriptions: two free weeks, then 9.00 a month; a test clock makes two charges at once.

@main struct Recipe {
    static func main() async throws {
        let paysheet = try PaysheetServer()
        let terms: PaysheetJSON = [
            "name": "Club", "currencyCode": "USD", "managementURL": "https://shop.example/account",
            "phases": [
                ["kind": "trial", "interval": ["unit": "week"], "cycles": 2],
                ["kind": "regular", "amount": "9.00", "interval": ["unit": "month"]],
            ],
        ]
        let plan = try await paysheet.post("/v1/plans", terms)
        // A test clock moves the calendar. Omit it in production.
        let clock = try await paysheet.post("/v1/test-clocks", ["now": "2026-12-01T10:00:00Z"])
        let order: PaysheetJSON = [
            "countryCode": "US", "currencyCode": "USD", "plan": plan.id, "testClock": clock.id,
        ]
        let checkout = try await paysheet.post("/v1/checkouts", order)

        // The page's part. The first renewal is approved, then the card is lost.
        let sheet = paysheet.with(key: checkout.clientSecret)
        let token: PaysheetJSON = [
            "transactionIdentifier": "Simulated Identifier",
            "paymentData": ["sandbox": ["renewals": ["approve", "lost_card"]]],
        ]
        let paid = try await sheet.post(
            "/v1/checkouts/\(checkout.id)/authorize", ["payment": ["token": token]])
        print(paid.status)  // 0
        var subscriptions = paysheet.list("/v1/subscriptions?checkout=\(checkout.id)")
        let id = try await subscriptions.next()?.id ?? .null

        try await paysheet.post(
            "/v1/test-clocks/\(clock.id)/advance", ["to": "2027-01-16T00:00:00Z"])
        while try await paysheet.get("/v1/test-clocks/\(clock.id)").status != "ready" {
            try await Task.sleep(for: .seconds(1))
        }
        for try await invoice in paysheet.list("/v1/invoices?subscription=\(id)").prefix(2) {
            print(invoice.period, invoice.status, invoice.amount)  // 3 open 9.00, 2 paid 9.00
        }

        // Send the buyer a sheet for the open invoice. Later charges use the card that pays it.
        let opened = try await paysheet.post(
            "/v1/subscriptions/\(id)/payment-sheet", idempotencyKey: nil)
        print(opened.checkout, opened.clientSecret)  // chk_… cs_…
    }
}
