// Sell gift cards: sells one, and lets its holder pay a part of another order with it.

@main struct Recipe {
    static func main() async throws {
        let paysheet = try PaysheetServer()
        let payment: PaysheetJSON = [
            "token": ["transactionIdentifier": "Simulated Identifier", "paymentData": [:]]
        ]
        let card = try await paysheet.post(
            "/v1/balances", ["kind": "gift_card", "currencyCode": "USD"])
        print(card.kind, card.status, card.available)  // gift_card active 0.00

        // The capture of the item credits its price to the balance.
        let item: PaysheetJSON = [
            "name": "Gift card", "unitPrice": "25.00", "requiresShipping": false,
            "creditsBalance": card.id,
        ]
        let sale = try await paysheet.post(
            "/v1/checkouts", ["countryCode": "US", "currencyCode": "USD", "items": [item]])
        let sold = try await paysheet.with(key: sale.clientSecret)
            .post("/v1/checkouts/\(sale.id)/authorize", ["payment": payment])
        print(sold.status, sold.checkout.total)  // 0 25.00
        print(try await paysheet.get("/v1/balances/\(card.id)").available)  // 25.00

        // The holder enters the code in the page of another checkout. The card pays the rest.
        let scarf: PaysheetJSON = ["name": "Scarf", "unitPrice": "40.00"]
        let order = try await paysheet.post(
            "/v1/checkouts", ["countryCode": "US", "currencyCode": "USD", "items": [scarf]])
        let sheet = paysheet.with(key: order.clientSecret)
        let update = try await sheet.post(
            "/v1/checkouts/\(order.id)/balances", ["code": card.code])
        print(update.newLineItems.elements.map(\.amount))  // [40.00, -25.00]
        print(update.newTotal.amount)  // 15.00
        let paid = try await sheet.post(
            "/v1/checkouts/\(order.id)/authorize", ["payment": payment])
        print(paid.status, paid.checkout.total)  // 0 15.00
    }
}
