import Foundation
import HTTP
import TestSupport

/// Friends who order ice cream together.
struct SharedScene: Sendable {
    let shop: Shop
    let id: String
    let token: String
    let host: Friend
    let started: Reply

    static let menu = """
        "menu":[
          {"id":"cone","name":"Cone","price":"3.00","options":[
            {"id":"scoop","name":"Scoop","minimum":1,"maximum":3,"choices":[
              {"id":"vanilla","name":"Vanilla"},{"id":"mango","name":"Mango","price":"0.50"}]}]},
          {"id":"water","name":"Water","price":"1.00"},
          {"id":"cake","name":"The last cake","price":"4.00","stock":1},
          {"id":"sundae","name":"Sundae","price":"5.00","joint":true,"options":[
            {"id":"cup","name":"Cup","minimum":1,"choices":[{"id":"glass","name":"Glass"}]},
            {"id":"ball","name":"Ball","minimum":1,"choices":[
              {"id":"lemon","name":"Lemon","price":"1.00"},{"id":"nut","name":"Nut","price":"1.00"}]},
            {"id":"top","name":"Topping","minimum":0,"choices":[{"id":"cream","name":"Cream"}]}]}]
        """

    /// - Parameter more: Members in addition to title, currency and menu.
    static func start(
        _ more: String = "", shop: Shop? = nil, currency: String = "USD", menu: String = menu
    ) async throws -> SharedScene {
        let shop = if let shop { shop } else { try await Shop.open() }
        let members = [menu, more].filter { !$0.isEmpty }.map { "," + $0 }.joined()
        let reply = try await shop.ask(
            "POST", "/v1/shared-orders",
            "{\"title\":\"Ice cream\",\"currencyCode\":\"\(currency)\",\"countryCode\":\"US\"\(members)}"
        )
        guard reply.status == 201, let id = reply.string("id"), let token = reply.string("token"),
            let credential = reply.string("credential")
        else { throw Unexpected(reply: reply) }
        return SharedScene(
            shop: shop, id: id, token: token,
            host: Friend(shop: shop, token: token, number: 1, credential: credential),
            started: reply)
    }

    var path: String { "/v1/shared/\(token)" }

    /// Calls without a credential, as anyone with the link may.
    func ask(
        _ method: String, _ path: String = "", _ json: String? = nil,
        _ headers: [(String, String)] = []
    ) async throws -> Reply {
        try await shop.ask(as: nil, method, self.path + path, json, headers)
    }

    func state() async throws -> Reply { try await ask("GET") }

    func join(_ json: String = "{}") async throws -> Friend {
        let reply = try await ask("POST", "/participants", json)
        guard reply.status == 201, let number = reply.number("participant"),
            let credential = reply.string("credential")
        else { throw Unexpected(reply: reply) }
        return Friend(shop: shop, token: token, number: number, credential: credential)
    }

    func join(_ count: Int) async throws -> [Friend] {
        try await withThrowingTaskGroup(of: Friend.self) { group in
            for _ in 0..<count { group.addTask { try await join() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Lines such as `2 cone 1 3.50`: the participant, the item, the quantity and the unit price.
    static func lines(_ state: Reply) -> [String] {
        (0..<state.count("choices")).map { place in
            let choice = { (member: String) in
                state["choices.\(place).\(member)"].map { "\($0)" } ?? ""
            }
            let what = choice("item").isEmpty ? choice("name") : choice("item")
            return "\(choice("participant")) \(what) \(choice("quantity")) \(choice("unitPrice"))"
        }
    }

    func lines() async throws -> [String] { Self.lines(try await state()) }
}

/// A participant, with their credential.
struct Friend: Sendable {
    let shop: Shop
    let token: String
    let number: Int
    let credential: String

    func ask(
        _ method: String, _ path: String = "", _ json: String? = nil,
        _ headers: [(String, String)] = []
    ) async throws -> Reply {
        try await shop.ask(as: credential, method, "/v1/shared/\(token)\(path)", json, headers)
    }

    @discardableResult
    func choose(_ name: String, _ json: String) async throws -> Reply {
        try await ask("PUT", "/choices/\(name)", json)
    }

    func cone(_ name: String = "cone", _ scoop: String = "vanilla") async throws -> Reply {
        try await choose(name, #"{"item":"cone","options":{"scoop":["\#(scoop)"]}}"#)
    }
}
