// Receive webhooks: accepts an event that Paysheet has, and refuses any other request.
import Foundation

@main struct Recipe {
    /// Returns the status with which your route answers. Answer soon, and do the work afterwards.
    static func receive(_ body: Data, from paysheet: PaysheetServer) async throws -> Int {
        guard let sent = try? JSONDecoder().decode(PaysheetJSON.self, from: body) else {
            return 400
        }
        do {
            // The body may be forged, so only its id is used. With CryptoKit or swift-crypto, call
            // PaysheetServer.verifyWebhook instead: it needs no request.
            let event = try await paysheet.get("/v1/events/\(sent.id)")
            guard event.id == sent.id else { return 400 }
            // An event may arrive twice: store its id.
            print(event.type)  // checkout.canceled
            return 204
        } catch let error as PaysheetServerError
            where ["not_found", "invalid_path"].contains(error.code)
        {
            return 400
        }
    }

    static func main() async throws {
        let paysheet = try PaysheetServer()
        let scarf: PaysheetJSON = ["name": "Scarf", "unitPrice": "25.00"]
        let checkout = try await paysheet.post(
            "/v1/checkouts", ["countryCode": "US", "currencyCode": "USD", "items": [scarf]])
        try await paysheet.post("/v1/checkouts/\(checkout.id)/cancel")

        // Paysheet posts this body to your endpoint.
        var event: PaysheetJSON?
        while event == nil {
            var events = paysheet.list("/v1/events?object=\(checkout.id)&type=checkout.canceled")
            event = try await events.next()
        }
        print(try await receive(JSONEncoder().encode(event), from: paysheet))  // 204
        let forged = Data(#"{"id": "evt_1", "type": "checkout.captured"}"#.utf8)
        print(try await receive(forged, from: paysheet))  // 400
    }
}
