import Foundation
import Postgres
import TestSupport
import Testing

/// A buyer's data pass through a whole purchase and are then erased. Afterwards neither the plain
/// values nor their sealed or hashed forms are in any row, log line or delivery.
extension PlantedValuesTests {
    private static let erased = [
        "name": "Erasmia", "family": "Vergissmeinnicht", "email": "erasmia.v@example.com",
        "street": "23 Lethe Embankment", "phone": "+14155550199",
    ]

    private static let buyer = """
        {"givenName":"\(erased["name"]!)","familyName":"\(erased["family"]!)",
         "emailAddress":"\(erased["email"]!)","phoneNumber":"\(erased["phone"]!)",
         "addressLines":["\(erased["street"]!)"],"locality":"Cupertino",
         "administrativeArea":"CA","postalCode":"95014","countryCode":"US"}
        """

    /// The columns that hold a buyer's data, sealed or hashed, and the keys to them.
    private static let sealed: Query = """
        SELECT encode(value, 'hex') AS hex FROM (
            SELECT unnest(ARRAY[place, pinned, prefill, contacts, data_key, coupon_buyer]) AS value
            FROM checkouts
            UNION ALL SELECT unnest(ARRAY[contact, data_key]) FROM customers
            UNION ALL SELECT question FROM timeline
            UNION ALL SELECT unnest(ARRAY[buyer, fingerprint]) FROM attempts
            UNION ALL SELECT answer FROM idempotency_keys WHERE scope <> 'sk') AS all_of_it
        WHERE octet_length(value) > 0
        """

    @Test func `an erased buyer's data are found nowhere`() async throws {
        try await CrashScene.play { scene in
            let server = try await scene.start(["PAYSHEET_LOG=debug"])
            let shop = scene.shop(at: server)
            let heard = Journal<String>()
            let peer = try Peer.answering { request in
                heard.add(request.text)
                return Peer.answer(200)
            }
            @discardableResult
            func ask(
                as key: String? = nil, _ method: String, _ path: String, _ json: String? = nil,
                _ status: Int = 200, key name: String? = nil
            ) async throws -> Reply {
                let reply = try await shop.ask(
                    as: key ?? shop.secretKey, method, path, json,
                    name.map { [("Idempotency-Key", $0)] } ?? [])
                #expect(reply.status == status, "\(method) \(path) \(reply.text)")
                return reply
            }
            try await ask(
                "POST", "/v1/webhook-endpoints", #"{"url":"\#(peer.url)/hooks"}"#, 201)
            try await ask(
                "POST", "/v1/coupons",
                #"{"code":"ONCE","percentOff":"10","redemptionsPerBuyerMax":1}"#, 201)
            let opened = try await ask(
                "POST", "/v1/checkouts",
                """
                {"currencyCode":"USD","countryCode":"US","supportsCouponCode":true,
                 "requiredShippingContactFields":["postalAddress","name","email","phone"],
                 "requiredBillingContactFields":["postalAddress","name"],
                 "items":[{"name":"Toast","unitPrice":"10.00"}],"shippingContact":\(Self.buyer)}
                """, 201, key: "c")
            let path = "/v1/checkouts/\(try #require(opened.string("id")))"
            let secret = try #require(opened.string("clientSecret"))
            func sheet(_ update: String, _ json: String, _ status: Int = 200) async throws
                -> Reply
            {
                try await ask(
                    as: secret, "POST", path + "/" + update, json, status, key: update)
            }
            _ = try await sheet("shipping-contact", #"{"shippingContact":\#(Self.buyer)}"#)
            _ = try await sheet("coupon-code", #"{"couponCode":"ONCE"}"#)
            let paid = try await sheet(
                "authorize",
                """
                {"payment":{"token":{"paymentData":{"sandbox":{}}},
                  "shippingContact":\(Self.buyer),"billingContact":\(Self.buyer)}}
                """)
            #expect(paid.number("status") == 0, "\(paid.text)")
            let account = try await sheet("customer", #"{"consent":true}"#, 201)
            let customer = "/v1/customers/\(try #require(account.string("id")))"
            let export = try await ask("GET", customer + "/export").text
            for value in Self.erased.values { #expect(export.contains(value), "\(value)") }

            let sealed = try await scene.database.run(Self.sealed).map {
                try $0.get("hex", as: String.self)
            }
            #expect(sealed.count >= 12, "\(sealed.count) values")
            let before = try await scene.dump()
            for value in sealed { #expect(before.contains(value)) }

            try await ask("DELETE", customer, nil, 204)
            try await ask("GET", customer)
            try await ask("GET", path)
            let after = try await ask("GET", customer + "/export").text
            try await eventually("the endpoint receives the event") {
                heard.all.contains { $0.contains("customer.erased") }
            }
            try await server.stop()

            let places = [
                "export": after, "logs": try scene.logs(),
                "webhooks": heard.all.joined(separator: "\n"), "database": try await scene.dump(),
            ]
            #expect(places["database"]!.contains("Toast"))
            #expect(places["logs"]!.contains("\"route\":\"/v1/customers/{customer}/export\""))
            for (place, text) in places {
                for value in Self.erased.values {
                    let hex = value.utf8.map { String($0, radix: 16) }.joined()
                    for form in [value, value.lowercased(), hex] {
                        #expect(!text.contains(form), "\(value) in \(place)")
                    }
                }
            }
            for value in sealed {
                #expect(!places["database"]!.contains(value), "the database contains no \(value)")
            }
        }
    }
}
