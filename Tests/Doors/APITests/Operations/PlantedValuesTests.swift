import Foundation
import Postgres
import TestSupport
import Testing

/// Card numbers, keys, codes and contacts pass through real calls, valid and invalid. Afterwards
/// none of them is in any log line, error, event, delivery or database row: where the server must
/// keep them it seals or hashes them.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PlantedValuesTests {
    private static let card = "4000056655665556"
    private static let code = "PLANTEDCARD2345"
    private static let contact = [
        "email": "planted.buyer@example.com", "given": "Plantagena", "family": "Wurzelbach",
        "line": "17 Hidden Garden Row", "phone": "+14155550137",
    ]

    private static func contactJSON(country: String = "us") -> String {
        """
        {"givenName":"\(contact["given"]!)","familyName":"\(contact["family"]!)",
         "emailAddress":"\(contact["email"]!)","phoneNumber":"\(contact["phone"]!)",
         "addressLines":["\(contact["line"]!)"],"locality":"Cupertino",
         "administrativeArea":"CA","postalCode":"95014","countryCode":"\(country)"}
        """
    }

    @Test func `planted card data, keys and contacts are found nowhere`() async throws {
        try await CrashScene.play { scene in
            let server = try await scene.start(["PAYSHEET_LOG=debug"])
            let shop = scene.shop(at: server)
            let heard = Journal<String>()
            let peer = try Peer.answering { request in
                heard.add(request.text)
                return Peer.answer(200)
            }
            var errors: [String] = []
            func ask(
                as key: String? = nil, _ method: String, _ path: String, _ json: String? = nil,
                key name: String? = nil
            ) async throws -> Reply {
                let reply = try await shop.ask(
                    as: key ?? shop.secretKey, method, path, json,
                    name.map { [("Idempotency-Key", $0)] } ?? [])
                if reply.status >= 400 { errors.append(reply.text) }
                return reply
            }

            let endpoint = try await ask(
                "POST", "/v1/webhook-endpoints", #"{"url":"\#(peer.url)/hooks"}"#, key: "e")
            let signing = try #require(endpoint.string("secret"))
            let minted = try await ask("POST", "/v1/keys", #"{"kind":"secret"}"#, key: "k")
            let otherKey = try #require(minted.string("secret"))
            let gift = try await ask(
                "POST", "/v1/balances",
                #"{"kind":"gift_card","currencyCode":"USD","amount":"4.00","code":"\#(Self.code)"}"#,
                key: "g")
            #expect(gift.status == 201)
            let made = try await ask(
                "POST", "/v1/balances",
                #"{"kind":"gift_card","currencyCode":"USD","amount":"1.00"}"#, key: "h")
            let madeCode = try #require(made.string("code"))

            let opening = """
                {"currencyCode":"USD","countryCode":"US","captureMethod":"manual",
                 "requiredShippingContactFields":["postalAddress","name","email","phone"],
                 "items":[{"name":"Toast","unitPrice":"10.00"}],
                 "shippingContact":\(Self.contactJSON())}
                """
            let opened = try await ask("POST", "/v1/checkouts", opening, key: "c")
            let id = try #require(opened.string("id"))
            let secret = try #require(opened.string("clientSecret"))
            let path = "/v1/checkouts/\(id)"
            let attached = try await ask(
                as: secret, "POST", path + "/balances", #"{"code":"\#(Self.code)"}"#)
            #expect(attached.status == 200, "\(attached.text)")
            func token(_ more: String = "") -> String {
                """
                {"payment":{"token":{"transactionIdentifier":"\(Self.card)",
                  "paymentMethod":{"displayName":"Visa 5556","network":"Visa"},
                  "paymentData":{"sandbox":{\(more)}}},
                  "shippingContact":\(Self.contactJSON()),"billingContact":\(Self.contactJSON())}}
                """
            }
            let authorize = path + "/authorize"
            // Invalid in several ways, then valid, then repeated with another body.
            for wrong in [
                token(#""issuingCountry":"\#(Self.card)""#), token(#""outcome":"\#(Self.card)""#),
                #"{"payment":{"token":"\#(Self.card)"}}"#,
                #"{"payment":"\#(Self.card)","code":"\#(Self.code)""#,
                token().replacing(Self.contactJSON(), with: Self.contactJSON(country: Self.card)),
            ] {
                let refused = try await ask(as: secret, "POST", authorize, wrong, key: "w")
                #expect(refused.number("status") != 0)
                if refused.status == 200 { errors.append(refused.text) }
            }
            let paid = try await ask(as: secret, "POST", authorize, token(), key: "p")
            #expect(paid.number("status") == 0, "\(paid.text)")
            #expect(
                try await ask(
                    as: secret, "POST", authorize, token(#""outcome":"decline""#), key: "p"
                ).status == 422)
            #expect(
                try await ask(as: secret, "POST", path + "/customer", #"{"consent":true}"#).status
                    == 201)
            #expect(try await ask("POST", path + "/capture", "{}", key: "t").status == 201)
            #expect(
                try await ask("POST", path + "/refunds", #"{"amount":"7.00"}"#, key: "r").status
                    == 201)
            // A payment that saves its card for later charges.
            let plan = try await ask("POST", "/v1/plans", Toaster.terms(), key: "l")
            let agreed = try await ask(
                "POST", "/v1/checkouts",
                """
                {"currencyCode":"USD","countryCode":"US","plan":"\(plan.string("id") ?? "")",
                 "requiredShippingContactFields":["name","email"]}
                """, key: "m")
            let agreedPath = "/v1/checkouts/\(agreed.string("id") ?? "")/authorize"
            let first = try await ask(
                as: agreed.string("clientSecret"), "POST", agreedPath,
                token(#""renewals":["approve"]"#), key: "n")
            #expect(first.number("status") == 0, "\(first.text)")
            let subscription = try #require(
                try await ask("GET", "/v1/subscriptions").string("data.0.id"))
            #expect(
                try await ask("POST", "/v1/subscriptions/\(subscription)/cancel", key: "o").status
                    == 200)
            #expect(
                try await ask("POST", "/v1/plans", #"{"name":"\#(Self.card)"}"#, key: "q").status
                    == 400)
            // Secrets in the wrong places.
            for place in [
                "/v1/checkouts/\(Self.code)", "/v1/checkouts/\(otherKey)",
                "/v1/checkouts/\(id)?secret=\(secret)&card=\(Self.card)", "/\(Self.card)",
                "/v1/balances/\(madeCode)", "/v1/events?type=\(Self.code)",
                "/v1/subscriptions/\(Self.card)", "/v1/subscriptions?customer=\(Self.code)",
            ] {
                _ = try await ask("GET", place)
                _ = try await ask("POST", place, #"{"code":"\#(madeCode)"}"#)
            }
            #expect(try await ask(as: "sk_test_" + Self.code, "GET", "/v1/merchant").status == 401)
            _ = try await ask("POST", "/v1/balances/lookup", #"{"code":"\#(Self.code)X"}"#)
            _ = try await ask("GET", path + "/timeline")
            try await eventually("the endpoint receives events") { heard.all.count >= 5 }
            try await server.stop()

            let planted =
                [
                    Self.card, Self.code, madeCode, madeCode.replacing("-", with: ""), secret,
                    try #require(agreed.string("clientSecret")),
                    shop.secretKey, otherKey, signing, signing.replacing("whsec_", with: ""),
                ] + Self.contact.values
            let places = [
                "logs": try scene.logs(), "errors": errors.joined(separator: "\n"),
                "webhooks": heard.all.joined(separator: "\n"),
                "database": try await scene.dump(),
            ]
            #expect(places["logs"]!.contains("\"route\":\"/v1/checkouts/{checkout}\""))
            #expect(places["database"]!.contains("Toast"))
            for (place, text) in places {
                for value in planted {
                    let hex = value.utf8.map { String($0, radix: 16) }.joined()
                    for form in [value, value.lowercased(), hex] {
                        let isFound = text.contains(form)
                        #expect(
                            !isFound, "\(value) in \(place): \(Self.around(form, in: text))")
                    }
                }
            }
        }
    }

    private static func around(_ value: String, in text: String) -> String {
        guard let found = text.range(of: value) else { return "" }
        let start = text.index(found.lowerBound, offsetBy: -160, limitedBy: text.startIndex)
        return String(text[(start ?? text.startIndex)..<found.upperBound])
    }
}

extension CrashScene {
    /// Everything that the server has printed.
    func logs() throws -> String {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasPrefix("said") }
            .map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }.joined()
    }

    /// Every row of every table as text, with bytes as hexadecimal digits.
    func dump() async throws -> String {
        let tables = try await database.run(
            """
            SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
            WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
            """)
        var text = ""
        for table in tables {
            let name: String = try table.get("name")
            let rows = try await database.run(
                Query(raw: "SELECT row_to_json(t)::text AS line FROM \(name) t"))
            for row in rows { text += name + " " + (try row.get("line") as String) + "\n" }
        }
        return text
    }
}
