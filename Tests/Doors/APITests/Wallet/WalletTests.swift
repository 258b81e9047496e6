import Archive
import Foundation
import HTTP
import Merchants
import Outbox
import PassContents
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import API
@testable import Passes

/// The web service for passes, called as phones call it by Apple's contract
/// (docs/rules/apple.md#7.1).
@Suite(.timeLimit(.minutes(5))) struct WalletTests {
    @Test func `a phone registers, learns of a change, fetches it and unregisters`() async throws {
        let held = try await PassScene.open().held()
        #expect(try await held.updates().status == 204, "an unregistered phone has no updates")
        #expect(try await held.register().status == 201)
        #expect(try await held.register().status == 200, "the phone is registered already")
        let first = try await held.updates()
        #expect(first.status == 200)
        #expect(first["serialNumbers"] as? [String] == [held.serial])
        let tag = try #require(first.string("lastUpdated"), "phones accept only a string")
        #expect(try await held.updates(since: tag).status == 204)

        #expect(try await held.change(#""fields":{"name":"Ada"}"#).status == 200)
        let second = try await held.updates(since: tag)
        #expect(second["serialNumbers"] as? [String] == [held.serial])
        let next = try #require(second.string("lastUpdated"))
        #expect(next != tag)
        #expect(try await held.updates(since: next).status == 204)
        let fetched = try await held.fetch()
        #expect(fetched.status == 200)
        let pass = try HeldByPhone.document(fetched)
        let card = pass["storeCard"] as? [String: [[String: Any]]]
        #expect(card?["secondaryFields"]?[0]["value"] as? String == "Ada")

        #expect(try await held.call("DELETE", held.registration()).status == 200)
        #expect(try await held.call("DELETE", held.registration()).status == 200)
        #expect(try await held.updates(since: tag).status == 204)
        #expect(try await held.fetch().status == 200, "an unregistered phone can fetch")
    }

    @Test func `a phone gets 304 for a pass that has not changed since its HTTP date`()
        async throws
    {
        let held = try await PassScene.open().held()
        let first = try await held.fetch()
        let date = try #require(first.http["Last-Modified"])
        #expect(date.hasSuffix(" GMT"))
        let again = try await held.fetch([("If-Modified-Since", date)])
        #expect(again.status == 304)
        #expect(again.http.body.isEmpty)
        // A change within the same second has a date of its own.
        for name in ["Ada", "Byron", "Ada"] {
            #expect(try await held.change(#""fields":{"name":"\#(name)"}"#).status == 200)
        }
        let changed = try await held.fetch([("If-Modified-Since", date)])
        #expect(changed.status == 200)
        let later = try #require(changed.http["Last-Modified"])
        #expect(try #require(HTTPDate.read(later)) >= (HTTPDate.read(date) ?? 0) + 3)
        #expect(try await held.fetch([("If-Modified-Since", later)]).status == 304)
        // An invalid date is ignored.
        for junk in ["1700000000", "yesterday", "", "Sun, 99 Foo 2030 08:49:37 GMT"] {
            #expect(try await held.fetch([("If-Modified-Since", junk)]).status == 200)
        }
    }

    @Test func `a change that leaves the pass as it was notifies no phone`() async throws {
        let held = try await PassScene.open().held(#""fields":{"name":"Ada"}"#)
        _ = try await held.register()
        let tag = try #require(try await held.updates().string("lastUpdated"))
        let date = try #require(try await held.fetch().http["Last-Modified"])
        for members in [#""fields":{"name":"Ada"}"#, #""voided":false"#, "", #""members":{}"#] {
            #expect(try await held.change(members).status == 200)
        }
        #expect(try await held.scene.shop.ask("POST", "/v1/passes/\(held.id)/link").status == 200)
        #expect(try await held.updates(since: tag).status == 204)
        #expect(try await held.fetch([("If-Modified-Since", date)]).status == 304)
    }

    @Test func `a wrong token gets the same answer for known and unknown passes`()
        async throws
    {
        let held = try await PassScene.open().held()
        let other = try await held.scene.held()
        let shop = held.scene.shop
        var answers: Set<String> = []
        let missing = held.path.dropLast(held.serial.count) + "nothing"
        let foreign = "/passkit/v1/passes/pass.nobody/\(held.serial)"
        for (path, token) in [
            (held.path, other.token), (held.path, "x"), (String(missing), held.token),
            (foreign, held.token),
        ] {
            let reply = try await held.call("GET", path, token: token)
            #expect(reply.status == 401)
            #expect(reply.http["WWW-Authenticate"] == "ApplePass")
            answers.insert(reply.text.replacing(reply.string("requestId") ?? "-", with: ""))
        }
        #expect(answers.count == 1)
        for line in [
            "Bearer \(held.token)", held.token, "applepass \(held.token)", "ApplePass", "",
        ] {
            let reply = try await shop.ask(
                as: nil, "GET", held.path, nil, [("Authorization", line)])
            #expect(reply.status == 401, "\(line)")
        }
        #expect(try await shop.ask(as: nil, "GET", held.path).status == 401)
        for (method, body) in [("POST", #"{"pushToken":"ab"}"#), ("DELETE", nil)] {
            let reply = try await held.call(method, held.registration(), body, token: other.token)
            #expect(reply.status == 401)
        }
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"pushToken":7}"#, #"{"pushToken":""}"#, #"{"pushToken":"not hex"}"#,
        #"{"pushToken":"\#(String(repeating: "a", count: 300))"}"#,
    ])
    func `a registration without a valid push token is refused`(body: String) async throws {
        let held = try await PassScene.open().held()
        let reply = try await held.call("POST", held.registration(), body)
        #expect(reply.status == 400)
        #expect(try await held.updates().status == 204)
    }

    @Test func `a body of any media type is read as JSON, and may have more members`() async throws
    {
        let held = try await PassScene.open().held()
        let reply = try await held.call(
            "POST", held.registration(), #"{"pushToken":"AB12","more":1}"#,
            [("Content-Type", "text/plain")])
        #expect(reply.status == 201)
    }

    @Test func `of simultaneous registrations one is new, and the last token counts`()
        async throws
    {
        let held = try await PassScene.open().held()
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<12 {
                group.addTask { try await held.register("ab\(10 + number)").status }
            }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(statuses == [201: 1, 200: 11])
        #expect(try await held.register("ffff").status == 200)
        #expect(try await held.tokens() == ["ffff"])
        #expect(
            try await held.scene.shop.ask("GET", "/v1/passes/\(held.id)").number("devices") == 1)
    }

    @Test func `phones that register and unregister at once are counted correctly`()
        async throws
    {
        let held = try await PassScene.open().held()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for phone in 0..<6 {
                group.addTask {
                    for _ in 0..<6 {
                        _ = try await held.register(of: "phone\(phone % 3)")
                        let path = held.registration(of: "phone\(phone % 3)")
                        #expect(try await held.call("DELETE", path).status == 200)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(
            try await held.scene.shop.ask("GET", "/v1/passes/\(held.id)").number("devices") == 0)
        #expect(try await held.tokens() == [])
    }

    @Test func `a phone with two passes of a type unregisters one and keeps the other`()
        async throws
    {
        let scene = try await PassScene.open()
        let one = try await scene.held(by: "phone-\(UUID())")
        let other = try await scene.held(by: one.phone)
        for held in [one, other] { #expect(try await held.register().status == 201) }
        let both = try await one.updates()
        #expect(both["serialNumbers"] as? [String] == [one.serial, other.serial])
        #expect(try await one.call("DELETE", one.registration()).status == 200)
        #expect(try await one.updates()["serialNumbers"] as? [String] == [other.serial])
        #expect(try await other.tokens() == ["ab12"])
    }

    @Test func `a phone gets an answer for any tag`() async throws {
        let held = try await PassScene.open().held()
        _ = try await held.register()
        for tag in ["", "x", "-1", "1.5", "9999999999999999999999", "%20", "0"] {
            let reply = try await held.updates(since: tag)
            #expect(reply["serialNumbers"] as? [String] == [held.serial], "\(tag)")
        }
        // A tag that this server did not issue, or issued before a backup was restored.
        for tag in ["9223372036854775807", "1700000000"] {
            let reply = try await held.updates(since: tag)
            #expect(reply["serialNumbers"] as? [String] == [held.serial], "\(tag)")
        }
        let long = String(repeating: "x", count: 300)
        #expect(try await held.updates(of: long).status == 204)
        let path = held.registration(of: long)
        #expect(try await held.call("POST", path, #"{"pushToken":"ab"}"#).status == 404)
    }

    @Test func `a phone that asks while an earlier change is open misses no change`()
        async throws
    {
        let scene = try await PassScene.open()
        let slow = try await scene.held(by: "phone-\(UUID())")
        let quick = try await scene.held(by: slow.phone)
        for held in [slow, quick] { _ = try await held.register() }
        var tag = try await slow.updates().string("lastUpdated")
        let server = try await TestServer.shared.value
        let change = ChangePass(
            try #require(Pass.ID(slow.id)), urls: PublicURLs("https://pay.example"),
            keys: server.services.keys, now: TestServer.now()
        ) { attributes in
            var attributes = attributes
            attributes.isVoided = true
            return attributes
        }
        let (isOpen, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let open: Void = server.database.transaction { transaction in
            _ = try change(in: transaction)
            _ = try transaction.run("SELECT 1 AS one")
            isOpen.signal()
            _ = mayEnd.wait(timeout: .now() + 5)
        }
        while isOpen.wait(timeout: .now()) == .timedOut {
            try await Task.sleep(for: .milliseconds(5))
        }
        async let changed = quick.change(#""voided":true"#)
        // Long enough that it waits for the first one, but shorter than the server's lock timeout.
        try await Task.sleep(for: .milliseconds(100))
        var seen = try await serials(of: slow, since: &tag)
        mayEnd.signal()
        try await open
        // On a busy machine the server may have refused it after too long a wait.
        if try await changed.status != 200 {
            #expect(try await quick.change(#""voided":true"#).status == 200)
        }
        seen.formUnion(try await serials(of: slow, since: &tag))
        #expect(seen == [slow.serial, quick.serial])
    }

    /// Returns the passes that changed since the tag, and advances the tag.
    private func serials(of held: HeldByPhone, since tag: inout String?) async throws -> Set<String>
    {
        let updates = try await held.updates(since: tag)
        tag = updates.string("lastUpdated") ?? tag
        return Set(updates["serialNumbers"] as? [String] ?? [])
    }

    @Test func `a phone that asks while changes are made misses none of them`() async throws {
        let scene = try await PassScene.open()
        let phone = "phone-\(UUID())"
        var helds: [HeldByPhone] = []
        for _ in 0..<4 {
            let held = try await scene.held(by: phone)
            _ = try await held.register()
            helds.append(held)
        }
        let all = helds
        // Each pass's last value must be the one that the phone knows in the end.
        let known = try await withThrowingTaskGroup(of: [String: String]?.self) { group in
            for held in all {
                group.addTask {
                    for number in 1...15 {
                        let reply = try await held.change(#""fields":{"name":"\#(number)"}"#)
                        #expect(reply.status == 200)
                    }
                    return nil
                }
            }
            group.addTask { try await Self.follow(all) }
            return try await group.compactMap(\.self).reduce(into: [:]) {
                $0.merge($1) { $1 }
            }
        }
        #expect(known == Dictionary(uniqueKeysWithValues: all.map { ($0.serial, "15") }))
    }

    /// Asks with the latest tag until the phone knows the last value of every pass, or until 200
    /// answers in a row brought none.
    private static func follow(_ helds: [HeldByPhone]) async throws -> [String: String] {
        var known: [String: String] = [:]
        var tag: String?
        var quiet = 0
        while quiet < 200, Set(known.values) != ["15"] || known.count < helds.count {
            let updates = try await helds[0].updates(since: tag)
            guard updates.status == 200 else {
                quiet += 1
                try await Task.sleep(for: .milliseconds(20))
                continue
            }
            quiet = 0
            tag = updates.string("lastUpdated")
            for serial in updates["serialNumbers"] as? [String] ?? [] {
                let held = try #require(helds.first { $0.serial == serial })
                let pass = try HeldByPhone.document(try await held.fetch())
                let card = pass["storeCard"] as? [String: [[String: Any]]]
                known[serial] = card?["secondaryFields"]?[0]["value"] as? String
            }
        }
        return known
    }

    @Test func `a new template updates every pass of its type once`() async throws {
        let scene = try await PassScene.open()
        let held = try await scene.held(#""fields":{"name":"Ada"}"#)
        _ = try await held.register()
        let tag = try #require(try await held.updates().string("lastUpdated"))
        let put = try await scene.put(PassScene.document.replacing("Left", with: "To spend"))
        #expect(put.status == 200)
        try await scene.work()
        let updates = try await held.updates(since: tag)
        #expect(updates["serialNumbers"] as? [String] == [held.serial])
        let next = try #require(updates.string("lastUpdated"))
        let pass = try HeldByPhone.document(try await held.fetch())
        let card = pass["storeCard"] as? [String: [[String: Any]]]
        #expect(card?["primaryFields"]?[0]["label"] as? String == "To spend")
        #expect(card?["secondaryFields"]?[0]["value"] as? String == "Ada")
        try await scene.work()
        #expect(try await held.updates(since: next).status == 204)
    }

    @Test func `a pass whose certificate is deleted gets 503 with Retry-After`() async throws {
        let held = try await PassScene.open().held()
        let shop = held.scene.shop
        let certificates = try await shop.ask("GET", "/v1/certificates")
        let id = try #require(certificates.string("data.0.id"))
        #expect(try await shop.ask("DELETE", "/v1/certificates/\(id)").status == 204)
        _ = try await held.change(#""fields":{"name":"Ada"}"#)
        let reply = try await held.fetch()
        #expect(reply.status == 503 && reply.string("code") == "pass_not_signed")
        #expect(reply.http["Retry-After"] != nil)
    }

    @Test func `erasing a customer erases their pass and its registrations`()
        async throws
    {
        let scene = try await PassScene.open()
        let path = try await CustomerTests.account(scene.shop).customer
        let customer = String(path.dropFirst("/v1/customers/".count))
        let held = try await scene.held(#""customer":"\#(customer)","fields":{"name":"Ada"}"#)
        let other = try await scene.held(by: held.phone)
        for one in [held, other] { _ = try await one.register() }
        let listed = try await scene.shop.ask("GET", "/v1/passes?customer=\(customer)")
        #expect(listed.count("data") == 1)
        let export = try await scene.shop.ask("GET", path + "/export")
        #expect(export.string("passes.data.0.fields.name") == "Ada")
        #expect(try await scene.shop.ask("DELETE", path).status == 204)
        // Handles the event as the worker does.
        let event = Event(
            id: Event.ID(merchant: scene.shop.merchant.number, uuid: UUID128(high: 0, low: 1)),
            type: .customerErased, object: customer, sequence: 2, data: [], at: TestServer.now())
        let keys = try await TestServer.shared.value.services.keys
        let handlers = PassEventHandlers.all(.all(keys), now: TestServer.now)
            .filter { $0.types.contains(.customerErased) }
        #expect(handlers.count == 1)
        try await TestServer.shared.value.database.transaction { transaction in
            for handler in handlers { try handler.handle(event, transaction) }
        }
        #expect(try await held.fetch().status == 401)
        #expect(try await held.register().status == 401)
        #expect(try await held.updates()["serialNumbers"] as? [String] == [other.serial])
        let package = try await scene.shop.ask("GET", "/v1/passes/\(held.id)/package")
        #expect(package.string("code") == "pass_erased", "an erased pass has no package")
        let shown = try await scene.shop.ask("GET", "/v1/passes/\(held.id)")
        #expect(shown["fields"] == nil && shown["erasedAt"] != nil && shown.string("url") == nil)
        #expect(try await held.change(#""voided":true"#).string("code") == "pass_erased")
        let again = try await scene.issue(#""customer":"\#(customer)""#)
        #expect(again.string("errors.0.pointer") == "/customer")
    }
}

extension HeldByPhone {
    /// The push tokens of this type's phones.
    func tokens() async throws -> [String] {
        let database = try await TestServer.shared.value.database
        let rows = try await database.run(
            """
            SELECT push_token FROM wallet_devices d JOIN pass_types t USING (merchant_id, pass_type_id)
            WHERE d.merchant_id = \(scene.shop.merchant.number)
                AND t.identifier = \(scene.typeIdentifier) ORDER BY push_token
            """)
        return try rows.map { try $0.get("push_token") }
    }
}
