// Add Apple Pay to a page: the route that creates a checkout and returns its client secret.

@main struct Recipe {
    /// Returns the status and the body with which your route answers `POST /checkout`.
    static func route(_ paysheet: PaysheetServer) async -> (status: Int, body: PaysheetJSON) {
        // The server sets the prices. A page may send the goods, never their prices.
        let scarf: PaysheetJSON = ["name": "Scarf", "unitPrice": "25.00"]
        do {
            let checkout = try await paysheet.post(
                "/v1/checkouts", ["countryCode": "US", "currencyCode": "USD", "items": [scarf]])
            // The page needs only the client secret. The secret key stays here.
            return (200, ["clientSecret": checkout.clientSecret])
        } catch {
            return (502, [:])
        }
    }

    static func main() async throws {
        let paysheet = try PaysheetServer()
        // The page's part: it passes the client secret to Paysheet.button.
        let answer = await route(paysheet)
        print(answer.status, answer.body)  // 200 {"clientSecret":"cs_…"}
        var checkouts = paysheet.list("/v1/checkouts")
        let newest = try await checkouts.next() ?? .null
        print(newest.status, newest.total)  // open 25.00
    }
}
