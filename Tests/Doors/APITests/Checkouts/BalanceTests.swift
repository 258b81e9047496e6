import Foundation
import TestSupport
import Testing
import Vocabulary

/// Gift cards, store credit and prepaid balances through a merchant's API.
@Suite struct BalanceTests {
    @Test func `a gift card's code is shown once, and a lookup ignores case and separators`()
        async throws
    {
        let shop = try await Shop.open()
        let key = [("Idempotency-Key", "card-1")]
        let body = #"{"kind":"gift_card","currencyCode":"USD","amount":"25"}"#
        let made = try await shop.ask("POST", "/v1/balances", body, key)
        #expect(made.status == 201)
        #expect(made.string("amount") == "25.00")
        #expect(made.string("available") == "25.00")
        #expect(made.string("status") == "active")
        let code = try #require(made.string("code"))
        #expect(code.wholeMatch(of: /([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}/) != nil)
        #expect(made.string("codeHint") == String(code.suffix(4)))
        let again = try await shop.ask("POST", "/v1/balances", body, key)
        #expect(again.status == 201)
        #expect(again.http["Idempotent-Replayed"] == "true")
        #expect(again.string("id") == made.string("id"))
        #expect(again["code"] == nil, "a stored answer has no code")
        let path = "/v1/balances/" + (try #require(made.string("id")))
        #expect(try await shop.ask("GET", path)["code"] == nil)
        for typed in [code, code.lowercased(), code.replacing("-", with: " ")] {
            let found = try await shop.lookUp(typed)
            #expect(found.status == 200)
            #expect(found.string("id") == made.string("id"))
            #expect(found["code"] == nil)
        }
        let list = try await shop.ask("GET", "/v1/balances")
        #expect(list.count("data") == 1)
        #expect(!list.text.contains(code))
    }

    @Test func `an imported code is unique within its merchant and is never returned`()
        async throws
    {
        let shop = try await Shop.open()
        let made = try await shop.balance(#""kind":"gift_card","code":"old card 2026-a""#)
        #expect(made["code"] == nil, "the merchant's own code is not returned")
        #expect(made.string("codeHint") == "026A")
        let taken = try await shop.ask(
            "POST", "/v1/balances",
            #"{"kind":"prepaid","currencyCode":"USD","code":"OLDCARD2026A"}"#)
        #expect(taken.status == 409)
        #expect(taken.string("code") == "balance_code_taken")
        #expect(!taken.text.contains("OLDCARD"))
        let other = try await Shop.open()
        #expect(try await other.lookUp("OLDCARD2026A").status == 404)
        let twin = try await other.balance(#""kind":"gift_card","code":"OLDCARD2026A""#)
        #expect(try await other.lookUp("oldcard2026a").string("id") == twin.string("id"))
    }

    private static let refusedBodies: [(body: String, pointer: String, code: String)] = [
        (#"{"currencyCode":"USD"}"#, "/kind", "required"),
        (#"{"kind":"gift_card"}"#, "/currencyCode", "required"),
        (#"{"kind":"coupon","currencyCode":"USD"}"#, "/kind", "invalid_value"),
        (#"{"kind":"prepaid","currencyCode":"XXX"}"#, "/currencyCode", "invalid_value"),
        (#"{"kind":"prepaid","currencyCode":"USD","amount":"0"}"#, "/amount", "out_of_range"),
        (#"{"kind":"prepaid","currencyCode":"USD","amount":"-1"}"#, "/amount", "out_of_range"),
        (#"{"kind":"prepaid","currencyCode":"USD","amount":"1.001"}"#, "/amount", "invalid_value"),
        (#"{"kind":"prepaid","currencyCode":"JPY","amount":"1.5"}"#, "/amount", "invalid_value"),
        (#"{"kind":"prepaid","currencyCode":"USD","amount":1}"#, "/amount", "wrong_type"),
        (#"{"kind":"prepaid","currencyCode":"USD","amount":"1e3"}"#, "/amount", "invalid_value"),
        (
            #"{"kind":"prepaid","currencyCode":"USD","amount":"90071992547409.92"}"#, "/amount",
            "out_of_range"
        ),
        (#"{"kind":"prepaid","currencyCode":"USD","code":"SHORT"}"#, "/code", "invalid_value"),
        (
            #"{"kind":"prepaid","currencyCode":"USD","code":"12345678901"}"#, "/code",
            "invalid_value"
        ),
        (#"{"kind":"prepaid","currencyCode":"USD","code":"AAAAAAAAAA"}"#, "/code", "invalid_value"),
        (
            #"{"kind":"prepaid","currencyCode":"USD","expiresAt":"2020-01-01T00:00:00Z"}"#,
            "/expiresAt", "out_of_range"
        ),
        (
            #"{"kind":"prepaid","currencyCode":"USD","customer":"cus_1"}"#, "/customer",
            "invalid_value"
        ),
        (
            #"{"kind":"prepaid","currencyCode":"USD","metadata":{"a":1}}"#, "/metadata/a",
            "wrong_type"
        ),
        (#"{"kind":"prepaid","currencyCode":"USD","balance":1}"#, "/balance", "unknown_field"),
    ]

    @Test(arguments: refusedBodies.map(\.body))
    func `an invalid balance is not created`(body: String) async throws {
        let (_, pointer, code) = try #require(Self.refusedBodies.first { $0.body == body })
        let shop = try await Shop.open()
        let reply = try await shop.ask("POST", "/v1/balances", body)
        #expect(reply.status == 400)
        #expect(reply.string("errors.0.pointer") == pointer)
        #expect(reply.string("errors.0.code") == code)
        #expect(try await shop.ask("GET", "/v1/balances").count("data") == 0)
    }

    @Test func `credits, debits and transfers appear in the balance's entries`() async throws {
        let shop = try await Shop.open()
        let one = try await shop.balance(#""kind":"store_credit","amount":"10.00""#).path
        let other = try await shop.balance(#""kind":"prepaid""#)
        let credit = try await shop.move(one, "credits", "5.00", #","reference":"refund 7""#)
        #expect(credit.status == 201)
        #expect(credit.string("kind") == "credit")
        #expect(credit.string("from") == "issuance")
        #expect(credit.string("reference") == "refund 7")
        let debit = try await shop.move(one, "debits", "4.00")
        #expect(debit.string("to") == "withdrawal")
        let transfer = try await shop.transfer("11.00", from: one, to: other.path)
        #expect(transfer.status == 201)
        #expect(transfer.string("to") == other.string("id"))
        #expect(try await shop.ask("GET", one).string("amount") == "0.00")
        #expect(try await shop.ask("GET", other.path).string("amount") == "11.00")
        let all = try await shop.ask("GET", one + "/entries")
        #expect(all.strings("amount") == ["-11.00", "-4.00", "5.00", "10.00"])
        #expect(all.strings("after") == ["0.00", "11.00", "15.00", "10.00"])
        #expect(all.strings("kind") == ["transfer", "debit", "credit", "credit"])
        #expect(all.string("data.0.transfer") == transfer.string("id"))
        #expect(all.string("data.0.account") == other.string("id"))
        let first = try await shop.ask("GET", one + "/entries?limit=3")
        let next = try #require(first.string("nextCursor"))
        let second = try await shop.ask("GET", one + "/entries?limit=3&after=\(next)")
        #expect(second.strings("amount") == ["10.00"])
        #expect(second["nextCursor"] is NSNull)
        for cursor in ["0", "-1", "x", "99999999999"] {
            #expect(try await shop.ask("GET", one + "/entries?after=\(cursor)").status == 400)
        }
    }

    @Test func `each reason for a refusal has its own code, and no money moves`() async throws {
        let shop = try await Shop.open()
        let card = try await shop.balance(#""kind":"prepaid","amount":"10.00""#).path
        let poor = try await shop.move(card, "debits", "10.01")
        #expect(poor.refusal == "409 insufficient_balance")
        #expect(poor.string("available") == "10.00")
        #expect(poor.string("shortfall") == "0.01")
        #expect(poor.string("currencyCode") == "USD")
        let hold = try await shop.move(card, "holds", "6.00")
        #expect(hold.status == 201)
        let held = try await shop.move(card, "debits", "5.00")
        #expect(held.refusal == "409 balance_held")
        #expect(held.string("available") == "4.00")
        #expect(held.string("shortfall") == "1.00")
        for kind in ["credits", "debits", "holds"] {
            let other = try await shop.ask(
                "POST", "\(card)/\(kind)", #"{"amount":"1.00","currencyCode":"EUR"}"#)
            #expect(other.refusal == "422 currency_mismatch")
            for amount in ["0", "-1.00"] {
                #expect(try await shop.move(card, kind, amount).refusal == "400 invalid_request")
            }
        }
        let euro = try await shop.balance(#""kind":"prepaid""#, currency: "EUR").path
        #expect(
            try await shop.transfer("1.00", from: card, to: euro).refusal
                == "422 currency_mismatch")
        #expect(
            try await shop.transfer("1.00", from: card, to: card).refusal == "400 invalid_request")
        let full = try await shop.balance(
            #""kind":"prepaid","amount":"90071992547409.91""#
        ).path
        #expect(try await shop.move(full, "credits", "0.01").refusal == "409 balance_out_of_range")
        #expect(try await shop.ask("POST", card + "/freeze").string("status") == "frozen")
        #expect(try await shop.move(card, "debits", "1.00").refusal == "409 balance_frozen")
        #expect(
            try await shop.move(card, "credits", "1.00").status == 201,
            "a frozen balance can be credited")
        #expect(
            try await shop.ask("POST", card + "/freeze").status == 200,
            "a frozen balance can be frozen again")
        #expect(try await shop.ask("POST", card + "/unfreeze", "{}").string("status") == "active")
        #expect(try await shop.ask("POST", card + "/freeze", #"{"because":1}"#).status == 400)
        let after = try await shop.ask("GET", card)
        #expect(after.string("amount") == "11.00")
        #expect(after.string("held") == "6.00")
    }

    @Test func `a partial capture of a hold releases the rest`() async throws {
        let shop = try await Shop.open()
        let card = try await shop.balance(#""kind":"prepaid","amount":"10.00""#).path
        let hold = try await shop.move(card, "holds", "6.00")
        let path = "\(card)/holds/" + (try #require(hold.string("id")))
        #expect(try await shop.ask("GET", card + "/holds").string("data.0.id") == hold.string("id"))
        let much = #"{"amount":"6.01","currencyCode":"USD"}"#
        #expect(try await shop.ask("POST", path + "/capture", much).refusal == "409 exceeds_hold")
        let euro = #"{"amount":"1.00","currencyCode":"EUR"}"#
        #expect(
            try await shop.ask("POST", path + "/capture", euro).refusal == "422 currency_mismatch")
        #expect(
            try await shop.ask("POST", path + "/capture", #"{"amount":"1.00"}"#).refusal
                == "400 invalid_request")
        let part = try await shop.ask(
            "POST", path + "/capture", #"{"amount":"2.50","currencyCode":"USD"}"#)
        #expect(part.status == 200)
        #expect(part.string("captured") == "2.50")
        #expect(part.string("status") == "captured")
        let after = try await shop.ask("GET", card)
        #expect(after.string("amount") == "7.50")
        #expect(after.string("available") == "7.50")
        #expect(try await shop.ask("POST", path + "/capture").refusal == "409 hold_ended")
        #expect(try await shop.ask("POST", path + "/release").refusal == "409 hold_ended")
        #expect(try await shop.ask("GET", card + "/holds").count("data") == 0)
        let whole = try await shop.move(card, "holds", "7.50")
        let other = "\(card)/holds/" + (try #require(whole.string("id")))
        #expect(try await shop.ask("POST", other + "/capture").string("captured") == "7.50")
        #expect(try await shop.ask("GET", card).string("amount") == "0.00")
        // A hold can be found only through its own balance.
        let third = try await shop.balance(#""kind":"prepaid","amount":"1.00""#).path
        let mine = try await shop.move(third, "holds", "1.00")
        let id = try #require(mine.string("id"))
        #expect(try await shop.ask("POST", "\(card)/holds/\(id)/release").status == 404)
        #expect(
            try await shop.ask("POST", "\(third)/holds/\(id)/release").string("status")
                == "released")
    }

    @Test func `a hold lasts a week, or until the requested time within ninety days`() async throws
    {
        let shop = try await Shop.open()
        let card = try await shop.balance(#""kind":"prepaid","amount":"10.00""#).path
        let hold = try await shop.move(card, "holds", "1.00")
        let created = try #require(hold.string("createdAt").flatMap(Instant.init(rfc3339:)))
        let expiry = try #require(hold.string("expiresAt").flatMap(Instant.init(rfc3339:)))
        #expect(expiry.seconds(since: created) == 7 * 86_400)
        let now = TestServer.now()
        for (days, isGood) in [(-1, false), (1, true), (89, true), (91, false)] {
            let end = now.adding(seconds: Int64(days) * 86_400).rfc3339
            let reply = try await shop.move(card, "holds", "1.00", ",\"expiresAt\":\"\(end)\"")
            #expect(reply.status == (isGood ? 201 : 400))
        }
    }

    @Test func `a balance's reference and expiry can be changed, its amount cannot`()
        async throws
    {
        let shop = try await Shop.open()
        let made = try await shop.balance(
            #""kind":"prepaid","amount":"10.00","reference":"A","metadata":{"shop":"3"}"#)
        let changed = try await shop.ask(
            "PATCH", made.path,
            #"{"reference":"B","metadata":null,"expiresAt":"2099-01-01T00:00:00Z"}"#)
        #expect(changed.status == 200)
        #expect(changed.string("reference") == "B")
        #expect(changed["metadata"] == nil)
        #expect(changed.string("expiresAt") == "2099-01-01T00:00:00Z")
        #expect(changed.string("amount") == "10.00")
        #expect(try await shop.ask("PATCH", made.path, #"{"amount":"1"}"#).status == 400)
        #expect(
            try await shop.ask("PATCH", made.path, #"{"expiresAt":"2020-01-01T00:00:00Z"}"#)
                .string("errors.0.code") == "out_of_range")
        for (query, count) in [("reference=B", 1), ("reference=A", 0), ("", 1)] {
            #expect(try await shop.ask("GET", "/v1/balances?\(query)").count("data") == count)
        }
        #expect(try await shop.ask("GET", "/v1/balances?customer=x").status == 400)
    }

    @Test func `64 simultaneous requests with one idempotency key credit once`() async throws {
        let shop = try await Shop.open()
        let card = try await shop.balance(#""kind":"prepaid""#).path
        let replies = await withTaskGroup(of: Reply?.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    try? await shop.move(
                        card, "credits", "5.00", "", [("Idempotency-Key", "credit-1")])
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let good = replies.compactMap(\.self).filter { $0.status == 201 }
        #expect(!good.isEmpty)
        #expect(Set(good.map { $0.string("id") }).count == 1)
        #expect(
            replies.allSatisfy {
                $0?.status == 201 || $0?.refusal == "409 idempotency_key_in_flight"
            })
        #expect(try await shop.ask("GET", card).string("amount") == "5.00")
        #expect(try await shop.ask("GET", card + "/entries").count("data") == 1)
    }

    @Test func `balances can be listed by customer`() async throws {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout(
            #"""
            "requiredShippingContactFields":["email"],
            "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
            """#)
        _ = try await checkout.pay(contact: PayTests.ada)
        let customer = try #require(
            try await checkout.ask("customer", #"{"consent":true}"#).string("id"))
        let made = try await shop.balance("\"kind\":\"store_credit\",\"customer\":\"\(customer)\"")
        #expect(made.string("customer") == customer)
        _ = try await shop.balance(#""kind":"store_credit""#)
        let list = try await shop.ask("GET", "/v1/balances?customer=\(customer)")
        #expect(list.count("data") == 1)
        #expect(list.string("data.0.id") == made.string("id"))
        let unknownID = String(customer.dropLast(8)) + "00000000"
        let refused = try await shop.ask(
            "POST", "/v1/balances",
            "{\"kind\":\"prepaid\",\"currencyCode\":\"USD\",\"customer\":\"\(unknownID)\"}")
        #expect(refused.status == 400)
        #expect(refused.string("errors.0.pointer") == "/customer")
    }
}

extension Shop {
    /// Opens a balance.
    func balance(_ members: String, currency: String = "USD") async throws -> Reply {
        let reply = try await ask(
            "POST", "/v1/balances", "{\"currencyCode\":\"\(currency)\",\(members)}")
        guard reply.status == 201 else { throw Unexpected(reply: reply) }
        return reply
    }

    func lookUp(_ code: String) async throws -> Reply {
        try await ask("POST", "/v1/balances/lookup", "{\"code\":\"\(code)\"}")
    }

    /// Credits, debits or holds dollars.
    func move(
        _ path: String, _ kind: String, _ amount: String, _ more: String = "",
        _ headers: [(String, String)] = []
    ) async throws -> Reply {
        try await ask(
            "POST", "\(path)/\(kind)",
            "{\"amount\":\"\(amount)\",\"currencyCode\":\"USD\"\(more)}", headers)
    }

    func transfer(_ amount: String, from: String, to: String) async throws -> Reply {
        let ids = [from, to].map { $0.replacing("/v1/balances/", with: "") }
        return try await ask(
            "POST", "/v1/transfers",
            "{\"from\":\"\(ids[0])\",\"to\":\"\(ids[1])\",\"amount\":\"\(amount)\",\"currencyCode\":\"USD\"}"
        )
    }
}

extension Reply {
    /// The path of the created balance.
    var path: String { "/v1/balances/" + (string("id") ?? "") }

    var refusal: String { "\(status) \(string("code") ?? "")" }

    /// One member of each row of a list.
    func strings(_ member: String) -> [String] {
        (0..<count("data")).map { string("data.\($0).\(member)") ?? "" }
    }
}
