import Postgres
import SharedOrders
import TestSupport
import Testing

/// Refusals with their reasons; none of them changes the order.
@Suite struct SharedLimitTests {
    @Test(arguments: [
        (#"{"item":"pizza"}"#, 400, "/item not_on_menu"),
        (#"{"item":"cone"}"#, 400, "/options/scoop too_few"),
        (#"{"item":"cone","options":{"scoop":["tar"]}}"#, 400, "/options/scoop not_on_menu"),
        (#"{"item":"water","options":{"ice":["x"]}}"#, 400, "/options/ice not_on_menu"),
        (#"{"item":"water","quantity":0}"#, 400, "/quantity out_of_range"),
        (#"{"item":"water","quantity":100}"#, 400, "/quantity out_of_range"),
        (#"{"item":"water","price":"0.01"}"#, 400, "/price conflict"),
        (#"{"name":"Pizza","price":"9.00"}"#, 400, "/name not_on_menu"),
        (#"{"name":"Pizza"}"#, 400, "/price required"),
        (#"{"item":"water","name":"Pizza","price":"1.00"}"#, 400, "/item conflict"),
        (#"{"item":"water","message":1}"#, 400, "/message conflict"),
        (#"{"item":"water","wish":"cold"}"#, 400, "/wish unknown_field"),
        (#"{"item":"water","version":9}"#, 409, ""),
        (#"{"item":"water","quantity":31}"#, 409, ""),
        (#"{}"#, 400, "/item conflict"), (#"[]"#, 400, " wrong_type"), ("", 400, " invalid_json"),
        (
            #"{"item":"sundae","options":{"cup":["glass"],"ball":["nut"]}}"#, 400,
            "/options conflict"
        ),
    ])
    func `a choice that breaks a rule is refused`(
        json: String, status: Int, first: String
    ) async throws {
        let scene = try await SharedScene.start(#""limits":{"perPerson":"30.00"}"#)
        let before = try await scene.state().text
        let reply = try await scene.host.choose("a", json)
        #expect(reply.status == status, "\(reply.text)")
        if status == 400 {
            let pointer = reply.string("errors.0.pointer") ?? ""
            #expect("\(pointer) \(reply.string("errors.0.code") ?? "")" == first)
        }
        #expect(try await scene.state().text == before, "nothing has changed")
    }

    @Test func `a choice with ten thousand options gets a short refusal`() async throws {
        let scene = try await SharedScene.start()
        let many = (0..<10_000).map { "\"o\($0)\":[\"x\"]" }.joined(separator: ",")
        let reply = try await scene.host.choose("a", #"{"item":"cone","options":{\#(many)}}"#)
        #expect(reply.status == 400 && reply.text.utf8.count < 20_000)
        let deep = Array(repeating: "\"vanilla\"", count: 10_000).joined(separator: ",")
        let long = try await scene.host.choose(
            "a", #"{"item":"cone","options":{"scoop":[\#(deep)]}}"#)
        #expect(long.status == 400)
        #expect(try await scene.lines().isEmpty)
    }

    @Test(arguments: [
        "\u{202E}evil", "a\u{2066}b", "\u{200F}", "", "   ", "a\u{0000}b", "\u{0007}",
        String(repeating: "x", count: 129),
    ])
    func `a blank or overlong name, or one with control characters, is refused`(name: String)
        async throws
    {
        let scene = try await SharedScene.start()
        let json = name.unicodeScalars.map {
            $0.value < 0x10000
                ? "\\u" + String(repeating: "0", count: 4 - String($0.value, radix: 16).count)
                    + String($0.value, radix: 16) : String($0)
        }.joined()
        let reply = try await scene.ask("POST", "/participants", #"{"name":"\#(json)"}"#)
        #expect(reply.status == 400, "\(reply.text)")
        #expect(try await scene.state().count("participants") == 1)
    }

    @Test(arguments: ["Zoë 👩‍👧‍👦", "محمد", "名前", "<script>alert(1)</script>", "O'Neil & \"Co\""])
    func `a name may be in any script`(name: String) async throws {
        let scene = try await SharedScene.start()
        let json = name.replacing("\"", with: "\\\"")
        _ = try await scene.join(#"{"name":"\#(json)"}"#)
        #expect(try await scene.state().string("participants.1.name") == name)
    }

    @Test(arguments: [
        (#"{}"#, "/title required"),
        (#"{"title":"T","currencyCode":"USD","countryCode":"US"}"#, "/menu required"),
        (
            #"{"title":"T","currencyCode":"USD","countryCode":"US","freeItems":{"maximumPrice":"9.00"},"deadlineAt":"2020-01-01T00:00:00Z"}"#,
            "/deadlineAt out_of_range"
        ),
        (
            #"{"title":"T","currencyCode":"USD","countryCode":"US","menu":[{"id":"a","name":"A","price":"1.001"}]}"#,
            "/menu/0/price invalid_value"
        ),
        (
            #"{"title":"T","currencyCode":"USD","countryCode":"US","menu":[{"id":"a","name":"A","price":"1"},{"id":"a","name":"B","price":"1"}]}"#,
            "/menu/1/id duplicate"
        ),
        (
            #"{"title":"T","currencyCode":"USD","menu":[{"id":"a","name":"A","price":"1"}]}"#,
            "/countryCode required"
        ),
    ])
    func `an invalid order is not started`(json: String, first: String) async throws {
        let shop = try await Shop.open()
        let reply = try await shop.ask("POST", "/v1/shared-orders", json)
        #expect(reply.status == 400, "\(reply.text)")
        let all = (0..<reply.count("errors")).map {
            "\(reply.string("errors.\($0).pointer") ?? "") \(reply.string("errors.\($0).code") ?? "")"
        }
        #expect(all.contains(first), "\(all)")
        #expect(try await shop.ask("GET", "/v1/shared-orders").count("data") == 0)
    }

    @Test func `a free item has a price up to the merchant's maximum`() async throws {
        let scene = try await SharedScene.start(#""freeItems":{"maximumPrice":"9.00"}"#)
        let pizza = try await scene.host.choose("p", #"{"name":"Pizza","price":"8.50"}"#)
        #expect(pizza.status == 200 && pizza.string("amount") == "8.50")
        let dear = try await scene.host.choose("q", #"{"name":"Truffle","price":"9.01"}"#)
        #expect(dear.status == 400 && dear.string("errors.0.pointer") == "/price")
    }

    @Test func `limits for each person and for the order are enforced`() async throws {
        let scene = try await SharedScene.start(
            #""limits":{"perPerson":"5.00","total":"7.00"}"#)
        let bob = try await scene.join()
        #expect(try await scene.host.choose("a", #"{"item":"water","quantity":5}"#).status == 200)
        #expect(
            try await scene.host.choose("b", #"{"item":"water"}"#).string("code")
                == "over_person_limit")
        #expect(
            try await bob.choose("a", #"{"item":"water","quantity":3}"#).string("code")
                == "over_total_limit")
        #expect(try await bob.choose("a", #"{"item":"water","quantity":2}"#).status == 200)
    }

    @Test func `a repeated start with one key returns the same order and secrets`() async throws {
        let shop = try await Shop.open()
        let json =
            #"{"title":"T","currencyCode":"USD","countryCode":"US","menu":[{"id":"a","name":"A","price":"1"}]}"#
        let key = [("Idempotency-Key", "k1")]
        let first = try await shop.ask("POST", "/v1/shared-orders", json, key)
        let again = try await shop.ask("POST", "/v1/shared-orders", json, key)
        #expect(first.status == 201 && again.text == first.text)
        #expect(again.http["Idempotent-Replayed"] == "true")
        #expect(try await shop.ask("GET", "/v1/shared-orders").count("data") == 1)
    }

    @Test func `a menu may name only pictures that exist`() async throws {
        let shop = try await Shop.open()
        let reply = try await shop.ask(
            "POST", "/v1/shared-orders",
            #"{"title":"T","currencyCode":"USD","countryCode":"US","menu":[{"id":"a","name":"A","price":"1","picture":"none.png"}]}"#
        )
        #expect(reply.status == 400 && reply.string("errors.0.pointer") == "/menu/0/picture")
    }

    @Test func `an order is erased thirty days after it has ended`() async throws {
        let scene = try await SharedScene.start(
            #""freeItems":{"maximumPrice":"9.00"},"host":{"name":"Ada Lovelace","identifier":"6F1D2C4B-0001-4000-8000-000000000009"}"#
        )
        _ = try await scene.host.choose("a", #"{"name":"Ada's cake","price":"1.00"}"#)
        let database = try await TestServer.shared.value.database
        let erase = { try await EraseSharedOrders(now: TestServer.now())(on: database) }
        #expect(try await scene.host.ask("POST", "/cancel").status == 200)
        try await scene.pass(seconds: 30 * 86_400 - 60)
        _ = try await erase()
        #expect(
            try await scene.state().text.contains("Ada Lovelace"),
            "the name is kept for thirty days")
        try await scene.pass(seconds: 120)
        #expect(try await erase() >= 1)
        let state = try await scene.shop.ask("GET", "/v1/shared-orders/\(scene.id)")
        #expect(state.status == 200 && !state.text.contains("Ada"))
        #expect(!state.text.contains("6F1D2C4B"))
        #expect(state.string("choices.0.amount") == "1.00", "the choices stay")
    }

    @Test func `an erased order contains no names`() async throws {
        let scene = try await SharedScene.start(#""host":{"name":"Ada Lovelace"}"#)
        let early = try await scene.shop.ask("POST", "/v1/shared-orders/\(scene.id)/erase")
        #expect(early.status == 409)
        #expect(try await scene.host.ask("POST", "/cancel").status == 200)
        let erased = try await scene.shop.ask("POST", "/v1/shared-orders/\(scene.id)/erase")
        #expect(erased.status == 200 && !erased.text.contains("Ada"))
        #expect(try await !scene.state().text.contains("Ada"))
    }
}
