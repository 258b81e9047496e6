import HTTP
import TestSupport
import Testing

@testable import API

/// Codes that are guessed at speed.
@Suite struct CodeGuessingTests {
    @Test func `whoever was wrong too often is told nothing more, right or wrong`() async throws {
        let shop = try await Shop.open()
        let card = try await shop.balance(#""kind":"gift_card","code":"RIGHT-CODE-1""#)
        #expect(try await shop.lookUp("RIGHTCODE1").string("id") == card.string("id"))
        var answers: [Int: Int] = [:]
        let started = ContinuousClock.now
        for number in 0..<40 {
            let reply = try await shop.lookUp(number % 2 == 0 ? "WRONGCODE\(number)" : "no!")
            answers[reply.status, default: 0] += 1
            if reply.status == 404 { #expect(reply.string("code") == "unknown_code") }
        }
        // A third of the merchant's thirty, and what is refilled meanwhile.
        let wrong = answers[404] ?? 0
        #expect((10...10 + refilled(perMinute: 10, since: started)).contains(wrong))
        #expect(answers[429] == 40 - wrong)
        let refused = try await shop.lookUp("RIGHTCODE1")
        #expect(refused.refusal == "429 too_many_codes")
        #expect((refused.http["Retry-After"].flatMap { Int($0) } ?? 0) >= 1)
        #expect(try await shop.ask("GET", card.path).status == 200, "the rest goes on")
        #expect(try await Shop.open().lookUp("WRONGCODE1").status == 404, "others go on")
    }

    @Test func `all callers of a merchant together are wrong so often at most`() async throws {
        let shop = try await Shop.open()
        _ = try await shop.balance(#""kind":"gift_card","code":"RIGHT-CODE-1""#)
        var wrong = 0
        let started = ContinuousClock.now
        for _ in 0..<5 {
            let key = try await shop.ask("POST", "/v1/keys", #"{"kind":"secret","scope":"read"}"#)
            let secret = try #require(key.string("secret"))
            for number in 0..<12 {
                let reply = try await shop.ask(
                    as: secret, "POST", "/v1/balances/lookup", "{\"code\":\"WRONGCODE\(number)\"}")
                #expect([404, 429].contains(reply.status))
                if reply.status == 404 { wrong += 1 }
            }
        }
        #expect((30...30 + refilled(perMinute: 30, since: started)).contains(wrong))
    }

    @Test func `of a hundred wrong codes at once a buyer is told of ten`() async throws {
        let checkout = try await Shop.open().checkout()
        let started = ContinuousClock.now
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
            for number in 0..<100 {
                group.addTask {
                    try await checkout.alone().ask("balances", "{\"code\":\"WRONGCODE\(number)\"}")
                }
            }
            return try await group.reduce(into: [Reply]()) { $0.append($1) }
        }
        let refused = replies.count { $0.refusal == "429 too_many_codes" }
        #expect((90 - refilled(perMinute: 10, since: started)...90).contains(refused))
        let told = replies.filter { $0.status == 200 }
        #expect(told.count == 100 - refused)
        for reply in told { #expect(reply.count("errors") == 1, "\(reply.text)") }
    }

    @Test func `right codes are limited too, more generously`() async throws {
        let shop = try await Shop.open()
        _ = try await shop.balance(#""kind":"gift_card","code":"RIGHT-CODE-1""#)
        var found = 0
        let started = ContinuousClock.now
        while found < 2100, try await shop.lookUp("RIGHTCODE1").status == 200 { found += 1 }
        #expect((210...210 + refilled(perMinute: 210, since: started)).contains(found))
        #expect(try await Shop.open().lookUp("RIGHTCODE1").status == 404, "others go on")
    }

    /// How many more a limit has let through since, by its own refill: machines differ in speed.
    private func refilled(perMinute calls: Int, since start: ContinuousClock.Instant) -> Int {
        Int((ContinuousClock.now - start) / .seconds(60) * Double(calls))
    }

    @Test func `a code is needed to look one up`() async throws {
        let shop = try await Shop.open()
        for body in ["{}", #"{"code":""}"#, #"{"code":7}"#, #"{"code":"A","more":1}"#] {
            #expect(try await shop.ask("POST", "/v1/balances/lookup", body).status == 400)
        }
        let page = try await shop.ask(
            as: shop.publishableKey, "POST", "/v1/balances/lookup", #"{"code":"RIGHTCODE1"}"#)
        #expect(page.status == 403)
    }
}
