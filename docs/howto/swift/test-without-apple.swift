// Test without Apple: a decline, a lost answer of the processor, and a dispute.

@main struct Recipe {
    static func main() async throws {
        let paysheet = try PaysheetServer()
        let scarf: PaysheetJSON = ["name": "Scarf", "unitPrice": "25.00"]
        let opened = try await paysheet.post(
            "/v1/checkouts", ["countryCode": "US", "currencyCode": "USD", "items": [scarf]])
        let sheet = paysheet.with(key: opened.clientSecret)
        let checkout: PaysheetPath = "/v1/checkouts/\(opened.id)"

        func pay(_ data: PaysheetJSON) async throws -> PaysheetJSON {
            let token: PaysheetJSON = [
                "transactionIdentifier": "Simulated Identifier", "paymentData": data,
            ]
            return try await sheet.post(
                "/v1/checkouts/\(opened.id)/authorize", ["payment": ["token": token]])
        }

        let declined = try await pay(["sandbox": ["outcome": "insufficient_funds"]]).checkout
        print(declined.status, declined.decline.code)  // open insufficient_funds

        // The processor charges the card and its answer is lost: a worker finds the charge and
        // voids it.
        let lost = try await pay(["sandbox": ["outcome": "unknown"]])
        let code = lost.errors.elements.first?.messageCode ?? .null
        print(code, lost.checkout.status)  // payment.checking authorizing
        while try await sheet.get(checkout).lastAttempt.code == "checking" {
            try await Task.sleep(for: .seconds(1))
        }
        let state = try await sheet.get(checkout)
        print(state.status, state.lastAttempt.code)  // open voided

        print(try await pay([:]).checkout.status)  // captured
        let dispute = try await paysheet.post(
            "/v1/sandbox/checkouts/\(opened.id)/disputes",
            ["amount": "4.00", "reason": "product_not_received"])
        try await paysheet.post("/v1/sandbox/disputes/\(dispute.reference)/win")
        for dispute in try await paysheet.get(checkout).disputes.elements {
            print(dispute.status, dispute.amount)  // won 4.00
        }
    }
}
