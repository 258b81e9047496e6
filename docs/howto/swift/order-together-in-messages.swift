// Start a shared order in Messages: two friends choose, and the host pays for both.

@main struct Recipe {
    static func main() async throws {
        let paysheet = try PaysheetServer()
        let start: PaysheetJSON = [
            "title": "Ice cream", "countryCode": "US", "currencyCode": "USD",
            "menu": [
                ["id": "cone", "name": "Cone", "price": "3.00"],
                ["id": "water", "name": "Water", "price": "1.00", "stock": 6],
            ],
            "host": ["name": "Ada", "identifier": "6F1D2C4B-0001-4000-8000-000000000001"],
        ]
        let order = try await paysheet.post("/v1/shared-orders", start)
        let message = order.message
        print(message.caption, "-", message.subcaption)  // Ice cream - Join in and choose

        // The apps' part: calls with the link's token and a participant's credential.
        let joined = try await paysheet.with(key: .null).post(
            "/v1/shared/\(order.token)/participants",
            ["name": "Ben", "identifier": "6F1D2C4B-0002-4000-8000-000000000002"])
        let ada = paysheet.with(key: order.credential)
        let ben = paysheet.with(key: joined.credential)
        let choice: PaysheetPath = "/v1/shared/\(order.token)/choices/mine"
        print(try await ada.put(choice, ["item": "cone", "quantity": 2]).amount)  // 6.00
        print(try await ben.put(choice, ["item": "water"]).amount)  // 1.00

        // The host locks the order that is on their screen, and pays it.
        let hash = try await ada.get("/v1/shared/\(order.token)").hash
        let locked = try await ada.post(
            "/v1/shared/\(order.token)/lock", ["hash": hash, "payers": "host"])
        print(locked.status)  // locked
        let checkout = try await ada.post("/v1/shared/\(order.token)/checkout", ["hash": hash])
        let token: PaysheetJSON = [
            "transactionIdentifier": "Simulated Identifier", "paymentData": [:],
        ]
        try await paysheet.with(key: checkout.clientSecret)
            .post("/v1/checkouts/\(checkout.id)/authorize", ["payment": ["token": token]])
        var state = locked
        while state.payments.elements.first?.status != "paid" {
            try await Task.sleep(for: .milliseconds(500))
            state = try await ada.get("/v1/shared/\(order.token)")
        }
        print(state.status, state.payments.elements.map(\.amount))  // paid [7.00]
    }
}
