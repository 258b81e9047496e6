import HTTP
import TestSupport
import Testing

@testable import API

/// Limits on guessing gift card codes.
@Suite struct CodeGuessingTests {
    @Test func `an API key past its limit of wrong codes cannot look up valid codes either`()
        async throws
    {
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
        // A third of the limit of thirty, plus the refill since the start.
        let wrong = answers[404] ?? 0
        #expect((10...10 + refilled(perMinute: 10, since: started)).contains(wrong))
        #expect(answers[429] == 40 - wrong)
        let refused = try await shop.lookUp("RIGHTCODE1")
        #expect(refused.refusal == "429 too_many_codes")
        #expect((refused.http["Retry-After"].flatMap { Int($0) } ?? 0) >= 1)
        #expect(try await shop.ask("GET", card.path).status == 200, "other requests are answered")
        #expect(
            try await Shop.open().lookUp("WRONGCODE1").status == 404,
            "other merchants are not limited")
    }

    @Test func `wrong codes on many checkouts block neither valid codes nor the API key`()
        async throws
    {
        let shop = try await Shop.open()
        for number in 0..<2 {
            _ = try await shop.balance("\"kind\":\"gift_card\",\"code\":\"RIGHT-CODE-\(number)\"")
        }
        for _ in 0..<4 {
            let checkout = try await shop.checkout()
            for number in 0..<10 {
                _ = try await checkout.alone().ask(
                    "balances", "{\"code\":\"WRONGCODE\(number)\"}")
            }
        }
        #expect(try await shop.lookUp("RIGHTCODE0").status == 200)
        #expect(try await shop.lookUp("WRONGCODE1").status == 404)

        // During an attack a checkout may try two wrong codes a minute, and valid codes do not
        // count.
        let honest = try await shop.checkout()
        let right = try await honest.alone().ask("balances", #"{"code":"RIGHTCODE1"}"#)
        #expect(right.status == 200)
        #expect(right.refusal != "429 too_many_codes")
        let guesser = try await shop.checkout()
        var statuses: [Int] = []
        for number in 0..<8 {
            statuses.append(
                try await guesser.alone().ask("balances", "{\"code\":\"WRONGCODE\(number)\"}")
                    .status)
        }
        #expect(statuses.contains(429), "\(statuses)")
    }

    @Test func `a buyer's codes that a server forwards do not use up its key's limit`()
        async throws
    {
        let shop = try await Shop.open()
        _ = try await shop.balance(#""kind":"gift_card","code":"RIGHT-CODE-1""#)
        func attach(_ code: String) async throws -> Reply {
            let checkout = try await shop.checkout()
            return try await shop.ask(
                "POST", "/v1/checkouts/\(checkout.id)/balances", "{\"code\":\"\(code)\"}")
        }
        for number in 0..<12 {
            #expect(try await attach("WRONGCODE\(number)").status == 200)
        }
        // The server knows the code, but the card is empty.
        let right = try await attach("RIGHTCODE1")
        #expect(right.string("checkout.balance.code") == "insufficient_balance", "\(right.text)")
        #expect(try await shop.lookUp("RIGHTCODE1").status == 200)
    }

    @Test func `10 of 100 simultaneous wrong codes from one buyer are answered`() async throws {
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
        let reported = replies.filter { $0.status == 200 }
        #expect(reported.count == 100 - refused)
        for reply in reported { #expect(reply.count("errors") == 1, "\(reply.text)") }
    }

    @Test func `valid codes have a limit of their own, which is higher`() async throws {
        let shop = try await Shop.open()
        _ = try await shop.balance(#""kind":"gift_card","code":"RIGHT-CODE-1""#)
        var found = 0
        let started = ContinuousClock.now
        while found < 2100, try await shop.lookUp("RIGHTCODE1").status == 200 { found += 1 }
        #expect((210...210 + refilled(perMinute: 210, since: started)).contains(found))
        #expect(
            try await Shop.open().lookUp("RIGHTCODE1").status == 404,
            "other merchants are not limited")
    }

    /// Returns how many calls the limit has refilled since the start: machines differ in speed.
    private func refilled(perMinute calls: Int, since start: ContinuousClock.Instant) -> Int {
        Int((ContinuousClock.now - start) / .seconds(60) * Double(calls))
    }

    @Test func `a lookup needs a code and a secret key`() async throws {
        let shop = try await Shop.open()
        for body in ["{}", #"{"code":""}"#, #"{"code":7}"#, #"{"code":"A","more":1}"#] {
            #expect(try await shop.ask("POST", "/v1/balances/lookup", body).status == 400)
        }
        let page = try await shop.ask(
            as: shop.publishableKey, "POST", "/v1/balances/lookup", #"{"code":"RIGHTCODE1"}"#)
        #expect(page.status == 403)
    }
}
