import TestSupport
import Testing

/// Finished orders of a participant, and reorders of their choices.
@Suite struct SharedReorderTests {
    @Test func `a reorder takes what today's menu still offers`() async throws {
        let old = try await SharedScene.start()
        let bob = try await old.join(#"{"name":"Bob"}"#)
        _ = try await old.host.cone()
        try await bob.choose("a", #"{"item":"cake"}"#)
        try await bob.choose("b", #"{"item":"cone","quantity":2,"options":{"scoop":["mango"]}}"#)
        try await old.payByHost()

        let new = try await SharedScene.start(shop: old.shop)
        let known = try await new.join(#"{"formerCredential":"\#(bob.credential)"}"#)
        let finished = try await known.ask("GET", "/finished")
        #expect(finished.status == 200 && finished.count("data") == 1)
        #expect(
            finished.string("data.0.id") == old.id && finished.number("data.0.participant") == 2)
        #expect(finished.string("data.0.itemsTotal") == "11.00")
        #expect(
            finished.count("data.0.choices") == 2, "the list has only the participant's choices")

        // The host takes the last cake.
        try await new.host.choose("cake", #"{"item":"cake"}"#)
        let again = try await known.again(old)
        #expect(again.status == 200)
        #expect(
            again.count("choices") == 1 && again.string("choices.0.choice")?.hasSuffix("-2") == true
        )
        #expect(again.string("choices.0.amount") == "7.00")
        #expect(again.string("left.0.item") == "cake" && again.string("left.0.code") == "sold_out")
        #expect(again.string("sharedOrder.participantTotal") == "7.00")
        #expect(try await new.lines() == ["1 cake 1 4.00", "2 cone 2 3.50"])
    }

    @Test func `a repeated reorder counts once`() async throws {
        let old = try await SharedScene.start()
        _ = try await old.host.cone()
        try await old.payByHost()
        let new = try await SharedScene.start(
            #""host":{"formerCredential":"\#(old.host.credential)"}"#, shop: old.shop)
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<8 { group.addTask { try await new.host.again(old) } }
            return try await group.reduce(into: [Reply]()) { $0.append($1) }
        }
        #expect(replies.allSatisfy { $0.status == 200 && $0.count("choices") == 1 })
        #expect(try await new.lines() == ["1 cone 1 3.00"])
        // A later change of a reordered choice stays in place.
        let name = try #require(replies[0].string("choices.0.choice"))
        #expect(name.hasPrefix("again-") && name.hasSuffix("-1"))
        #expect(try await new.host.ask("DELETE", "/choices/\(name)").status == 200)
        let late = try await new.host.again(old)
        #expect(late.count("choices") == 0 && late.string("left.0.code") == "choice_removed")
        #expect(try await new.lines().isEmpty)
        let other = try await new.host.again(old, as: "once-more")
        #expect(other.string("choices.0.choice")?.hasPrefix("once-more-") == true)
    }

    @Test func `a reordered item that left the menu is reported with its old name`() async throws {
        let old = try await SharedScene.start()
        try await old.host.choose("w", #"{"item":"cake"}"#)
        try await old.payByHost()
        let new = try await SharedScene.start(
            #""host":{"formerCredential":"\#(old.host.credential)"}"#, shop: old.shop,
            menu: #""menu":[{"id":"tea","name":"Tea","price":"2.00"}]"#)
        let again = try await new.host.again(old)
        #expect(again.string("left.0.code") == "not_on_menu")
        #expect(again.string("left.0.name") == "The last cake")
    }

    @Test func `a new order can contain reorders of two finished orders`() async throws {
        let first = try await SharedScene.start()
        _ = try await first.host.cone()
        try await first.payByHost()
        let host = #""host":{"formerCredential":"\#(first.host.credential)"}"#
        let second = try await SharedScene.start(host, shop: first.shop)
        try await second.host.choose("w", #"{"item":"water"}"#)
        try await second.payByHost()
        let new = try await SharedScene.start(host, shop: first.shop)
        for old in [first, second] {
            let again = try await new.host.again(old)
            #expect(again.count("choices") == 1 && again.count("left") == 0)
        }
        #expect(try await new.lines().sorted() == ["1 cone 1 3.00", "1 water 1 1.00"])
        #expect(try await new.host.ask("GET", "/finished").string("data.0.id") == second.id)
    }

    @Test func `an item that several people built is reordered whole`() async throws {
        let old = try await SharedScene.start()
        let bob = try await old.join()
        let begun = try await old.host.choose(
            "big", #"{"item":"sundae","options":{"cup":["glass"]}}"#)
        let second = try await bob.ask(
            "POST", "/participants/1/choices/big/steps",
            #"{"options":{"ball":["nut"]},"version":\#(begun.number("version") ?? 0)}"#)
        let third = try await bob.ask(
            "POST", "/participants/1/choices/big/steps",
            #"{"options":{"top":["cream"]},"version":\#(second.number("version") ?? 0)}"#)
        #expect(third.status == 200)
        try await old.payByHost()
        let new = try await SharedScene.start(
            #""host":{"formerCredential":"\#(old.host.credential)"}"#, shop: old.shop)
        let again = try await new.host.again(old)
        #expect(again.string("choices.0.unitPrice") == "6.00" && again["choices.0.nextStep"] == nil)
        #expect(
            again.number("choices.0.options.1.by") == 1, "all options belong to the new participant"
        )
    }

    @Test func `a participant cannot see or reorder another's choices`() async throws {
        let old = try await SharedScene.start()
        let bob = try await old.join()
        _ = try await bob.cone()
        let gone = try await old.join()
        _ = try await gone.ask("DELETE", "/participants/\(gone.number)")
        try await old.payByHost()
        let new = try await SharedScene.start(shop: old.shop)
        for stranger in [
            new.host, try await new.join(),
            // A participant who left the order did not finish it.
            try await new.join(#"{"formerCredential":"\#(gone.credential)"}"#),
        ] {
            #expect(try await stranger.ask("GET", "/finished").count("data") == 0)
            let again = try await stranger.again(old)
            #expect(again.status == 404 && again.string("code") == "no_finished_order")
        }
        // A credential from another merchant's order, or an invalid one, is refused.
        let elsewhere = try await SharedScene.start()
        for credential in [bob.credential, "sp_0_1_1_x"] {
            let reply = try await elsewhere.ask(
                "POST", "/participants", #"{"formerCredential":"\#(credential)"}"#)
            #expect(reply.status == 400 && reply.string("errors.0.pointer") == "/formerCredential")
        }
        #expect(try await elsewhere.state().count("participants") == 1)
        let own = try await new.ask(
            "POST", "/participants", #"{"formerCredential":"\#(new.host.credential)"}"#)
        #expect(own.status == 400, "a credential of this order is refused")
    }

    @Test func `an open or erased order cannot be reordered`() async throws {
        let old = try await SharedScene.start()
        _ = try await old.host.cone()
        let new = try await SharedScene.start(
            #""host":{"formerCredential":"\#(old.host.credential)"}"#, shop: old.shop)
        #expect(try await new.host.again(old).string("code") == "no_finished_order")
        try await old.payByHost()
        #expect(try await new.host.ask("GET", "/finished").count("data") == 1)
        let erased = try await old.shop.ask("POST", "/v1/shared-orders/\(old.id)/erase")
        #expect(erased.status == 200)
        #expect(try await new.host.ask("GET", "/finished").count("data") == 0)
        #expect(try await new.host.again(old).string("code") == "no_finished_order")
    }

    @Test func `a reordered free item keeps its price within the new order's limits`() async throws
    {
        let free = #""freeItems":{"maximumPrice":"9.00"}"#
        let old = try await SharedScene.start(free)
        try await old.host.choose("a", #"{"name":"Old lamp","price":"8.00"}"#)
        try await old.payByHost()
        let host = #","host":{"formerCredential":"\#(old.host.credential)"}"#
        let same = try await SharedScene.start(free + host, shop: old.shop)
        #expect(try await same.host.again(old).string("choices.0.amount") == "8.00")
        let cheaper = try await SharedScene.start(
            #""freeItems":{"maximumPrice":"7.99"}"# + host, shop: old.shop)
        let left = try await cheaper.host.again(old)
        #expect(left.string("left.0.code") == "out_of_range")
        #expect(left.string("left.0.name") == "Old lamp")
        let yen = try await SharedScene.start(
            #""freeItems":{"maximumPrice":"900"}"# + host, shop: old.shop, currency: "JPY", menu: ""
        )
        #expect(try await yen.host.again(old).string("left.0.code") == "other_currency")
    }

    @Test func `with countsWhenSent a reorder waits for its message`() async throws {
        let old = try await SharedScene.start()
        _ = try await old.host.cone()
        try await old.payByHost()
        let new = try await SharedScene.start(
            #""countsWhenSent":true,"host":{"formerCredential":"\#(old.host.credential)"}"#,
            shop: old.shop)
        #expect(try await new.host.again(old).string("errors.0.pointer") == "/message")
        let unknown = try await new.host.again(old, #","message":77"#)
        #expect(unknown.status == 404 && unknown.string("code") == "no_message")
        let message = try await new.host.ask("POST", "/messages", #"{"step":"chose"}"#)
        let number = try #require(message.number("message"))
        let again = try await new.host.again(old, #","message":\#(number)"#)
        #expect(again.string("choices.0.status") == "staged")
        #expect(try await new.lines().isEmpty)
        let sent = try await new.host.ask(
            "POST", "/messages/\(number)", #"{"status":"sending"}"#)
        #expect(sent.status == 200)
        #expect(try await new.lines() == ["1 cone 1 3.00"])
    }
}

extension SharedScene {
    /// The host locks the order and pays for everyone.
    fileprivate func payByHost() async throws {
        #expect(try await lock("host").status == 200)
        #expect(try await host.checkout(self).pay().status == 200)
        try await reconcileShares()
        #expect(try await status() == "paid")
    }
}

extension Friend {
    fileprivate func again(
        _ old: SharedScene, as name: String = "again", _ more: String = ""
    ) async throws -> Reply {
        try await ask(
            "POST", "/again", #"{"sharedOrder":"\#(old.id)","choice":"\#(name)"\#(more)}"#)
    }

    fileprivate func again(_ old: SharedScene, _ more: String) async throws -> Reply {
        try await again(old, as: "again", more)
    }
}
