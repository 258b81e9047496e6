import Foundation
import HTTP
import Merchants
import Outbox
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import API
@testable import Payments

/// Card testing at one merchant (docs/rules/money.md#8) while honest buyers pay.
@Suite(.timeLimit(.minutes(5))) struct CardTestingTests {
    private struct Tally {
        var reached = 0
        var honest = 0
        var paid = 0
        var events: [CardTestingGuard.Change] = []
    }

    /// One hour with 10,000 attempts with stolen cards over 700 checkouts, and 1,200 honest buyers,
    /// 5 % of whose payments are declined; a declined buyer tries another card a minute later,
    /// twice at most.
    private func simulate(
        addresses: Int, isGuarded: Bool, seed: UInt64
    ) -> Tally {
        struct Try {
            let at: Int64
            let sources: [CardTestingGuard.Source]
            let declinePercent: Int
            var triesLeft: Int
            let isHonest: Bool
        }
        var dice = Dice(state: seed)
        var rule = CardTestingGuard()
        var tally = Tally()
        var queue: [Try] = (0..<10_000).map { number in
            Try(
                at: 900 + Int64(number) * 1_800 / 10_000,
                sources: [
                    .checkout(UUID128(high: 1, low: UInt64(number % 700))),
                    .address("192.0.2.\(Int.random(in: 0..<addresses, using: &dice))"),
                ], declinePercent: 98, triesLeft: 0, isHonest: false)
        }
        queue += (0..<1_200).map { number in
            Try(
                at: Int64(number) * 3,
                sources: [
                    .checkout(UUID128(high: 2, low: UInt64(number))), .address("honest \(number)"),
                ], declinePercent: 5, triesLeft: 2, isHonest: true)
        }
        tally.honest = 1_200
        queue.sort { $0.at > $1.at }
        while var one = queue.popLast() {
            if isGuarded, rule.begin(one.sources, at: one.at) != nil { continue }
            let isDeclined = Int.random(in: 0..<100, using: &dice) < one.declinePercent
            if isGuarded {
                let change = rule.end(
                    one.sources, isDeclined ? .declined : .approved, at: one.at)
                if let change { tally.events.append(change) }
            }
            if !one.isHonest { tally.reached += 1 }
            if one.isHonest, !isDeclined { tally.paid += 1 }
            if one.isHonest, isDeclined, one.triesLeft > 0 {
                one.triesLeft -= 1
                let next = Try(
                    at: one.at + 60, sources: one.sources, declinePercent: one.declinePercent,
                    triesLeft: one.triesLeft, isHonest: true)
                let place = queue.lastIndex { $0.at >= next.at }.map { $0 + 1 } ?? 0
                queue.insert(next, at: place)
            }
        }
        return tally
    }

    @Test(arguments: [1, 5, 20])
    func `at most 50 of 10,000 attempts with stolen cards reach the processor`(addresses: Int) {
        for seed in [1, 2, 3] as [UInt64] {
            let open = simulate(addresses: addresses, isGuarded: false, seed: seed)
            #expect(open.reached == 10_000)
            let tally = simulate(addresses: addresses, isGuarded: true, seed: seed)
            #expect(tally.reached <= 50, "\(addresses) addresses: \(tally.reached)")
            let loss = Double(open.paid - tally.paid) / Double(open.paid)
            #expect(loss < 0.01, "\(open.paid) honest buyers, \(tally.paid) with the guard")
            if addresses > 5 {
                #expect(tally.events.count { $0 != .ended } == 1)
                #expect(tally.events.last == .ended)
            }
        }
    }

    @Test func `payments in progress count as declined until their outcome is known`() {
        var rule = CardTestingGuard()
        let source = [CardTestingGuard.Source.address("192.0.2.1")]
        #expect((0..<20).count { _ in rule.begin(source, at: 0) == nil } == 4)
        for _ in 0..<4 { _ = rule.end(source, .approved, at: 1) }
        #expect(rule.begin(source, at: 1) == nil)
    }

    @Test func `an address with four declines waits ten minutes, and an approval resets it`() {
        var rule = CardTestingGuard()
        let source = [CardTestingGuard.Source.address("192.0.2.1")]
        for _ in 0..<4 {
            #expect(rule.begin(source, at: 0) == nil)
            _ = rule.end(source, .declined, at: 0)
        }
        #expect(rule.begin(source, at: 1) == 599)
        #expect(rule.begin(source, at: 600) == nil)
        _ = rule.end(source, .declined, at: 600)
        #expect(rule.begin(source, at: 601) == 599, "one more decline refuses the next attempt")
        #expect(rule.begin(source, at: 1_201) == nil)
        _ = rule.end(source, .approved, at: 1_201)
        for _ in 0..<3 {
            #expect(rule.begin(source, at: 1_202) == nil)
            _ = rule.end(source, .declined, at: 1_202)
        }
        #expect(rule.begin(source, at: 1_203) == nil)
        // A checkout without an address waits only during an attack.
        let checkout = [CardTestingGuard.Source.checkout(UUID128(high: 1, low: 1))]
        for _ in 0..<10 {
            #expect(rule.begin(checkout, at: 1_204) == nil)
            _ = rule.end(checkout, .declined, at: 1_204)
        }
    }

    @Test func `the guard's memory is limited, and honest declines are no attack`() {
        var rule = CardTestingGuard()
        for number in 0..<60_000 {
            let source = [CardTestingGuard.Source.address("\(number)")]
            if rule.begin(source, at: Int64(number / 100)) == nil {
                _ = rule.end(source, .declined, at: Int64(number / 100))
            }
        }
        #expect(rule.sourceCount <= CardTestingGuard.sourcesMax)
        // A merchant with many honest declines is not under attack.
        var busy = CardTestingGuard()
        for number in 0..<5_000 {
            let source = [CardTestingGuard.Source.address("\(number)")]
            for outcome in number % 400 == 0
                ? [.declined, .declined]
                : [.approved]
                    as [CardTestingGuard.Outcome]
            {
                #expect(busy.begin(source, at: Int64(number / 20)) == nil)
                _ = busy.end(source, outcome, at: Int64(number / 20))
            }
        }
        #expect(!busy.isUnderAttack)
    }

    @Test func `an attack emits one event, and honest buyers can pay during it`() async throws {
        let shop = try await Shop.open()
        // Each attempt uses another card: a repeated payment would be answered with its stored
        // outcome.
        let decline = { (number: Int) in
            #""outcome":"decline","delayMilliseconds":\#(number)"#
        }
        var stopped = try await shop.checkout()
        for _ in 0..<11 {
            stopped = try await shop.checkout()
            for number in 1...2 { _ = try await stopped.pay(sandbox: decline(number)) }
        }
        let waiting = try await stopped.pay(sandbox: decline(3))
        #expect(waiting.status == 429)
        #expect(waiting.string("code") == "too_many_attempts")
        #expect(
            waiting.http["Retry-After"].flatMap { Int($0) }.map { (3_500...3_600).contains($0) }
                == true)
        #expect(try await shop.checkout().pay().number("status") == 0)
        try await eventually("the event is listed") {
            try await shop.ask("GET", "/v1/events?type=card_testing.started").count("data") == 1
        }
        let reported = try await shop.ask("GET", "/v1/events?type=card_testing.started")
        #expect(reported.number("data.0.data.declines") == 20)
    }

    /// A free tunnel gives its user an IPv6 network /48, which has 65,536 networks /64.
    @Test func `an attacker with an IPv6 network /48 waits like a single address`() {
        var rule = CardTestingGuard()
        var reached = 0
        for number in 0..<10_000 {
            let network = ClientNetwork("2001:db8:1:\(String(number, radix: 16))::1")
            let sources: [CardTestingGuard.Source] = [
                .address(network.text), .site(network.site ?? ""),
                .checkout(UUID128(high: 1, low: UInt64(number % 700))),
            ]
            guard rule.begin(sources, at: Int64(number / 10)) == nil else { continue }
            reached += 1
            _ = rule.end(sources, .declined, at: Int64(number / 10))
        }
        #expect((1...50).contains(reached), "\(reached)")
    }
}
