import CartSupport
import Idempotency
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Captures whose server died, or whose outcome was unknown.
struct SettlingRecoveryTests {
    @Test func `the worker requests a started capture once`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await till.authorized(by: bank)
        let begun = try await till.database.transaction {
            try till.beginCapture(sheet, 400)(in: $0)
        }
        #expect(begun.noun.state == .started && begun.sheet.capturing == 400)
        #expect(try await till.settle(begun.noun, by: bank.processor))
        #expect(try await !till.settle(begun.noun, by: bank.processor))
        let after = try await till.sheet(sheet)
        #expect(after.captured == 400 && after.capturing == 0)
        #expect(await bank.total.taken == 400)
        #expect(try await till.books(sheet) == ["processor → revenue 400"])
    }

    @Test func `an unknown capture keeps its amount reserved until it is known`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await till.authorized(by: bank)
        await bank.lose(2)
        let unknown = try await till.capture(sheet, 600, by: bank.processor)
        #expect(unknown.noun.state == .unknown)
        let over = await till.refusal { try await till.capture(sheet, 401, by: bank.processor) }
        #expect(over == .exceedsAuthorization(left: money("4.00")))
        #expect(try await !till.settle(unknown.noun, by: bank.processor))
        #expect(try await till.settle(unknown.noun, by: bank.processor))
        #expect(try await till.sheet(sheet).captured == 600)
        #expect(await bank.total.taken == 600)
        #expect(await bank.asked == ["capture 600", "capture 600", "capture 600"])
    }

    @Test func `several workers finish one capture once`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let bank = SettlingBank()
            let sheet = try await till.authorized(by: bank)
            _ = try await database.transaction { try till.beginCapture(sheet)(in: $0) }
            let recover = RecoverSettlements(
                till.caretaker(bank.processor))
            #expect(try await recover(at: now.adding(seconds: 4)) == 0)
            let later = now.adding(seconds: 6)
            let ended = try await together(4) { _ in try await recover(at: later) }
            #expect(ended.reduce(0, +) == 1)
            #expect(try await till.sheet(sheet).state == .captured)
            #expect(try await till.books(sheet).count == 1)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a processor that hangs on one payment blocks no other`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let bank = SettlingBank()
            for amount: Int64 in [100, 200] {
                let sheet = try await till.authorized(by: bank)
                _ = try await database.transaction {
                    try till.beginCapture(sheet, amount)(in: $0)
                }
            }
            // The first of them is answered after the other.
            let gate = Gate()
            var processor = bank.processor
            let capture = processor.capture
            processor.capture = { (request) async throws(ProcessorFault) in
                if request.amount == money("1.00") { await gate.wait() }
                let outcome = try await capture(request)
                gate.open()
                return outcome
            }
            let recover = RecoverSettlements(
                till.caretaker(processor))
            #expect(try await recover(at: now.adding(seconds: 6)) == 2)
            #expect(await bank.total.taken == 300)
        }
    }

    @Test func `a repeated call finishes the capture that it started`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await till.authorized(by: bank)
        let claim = Claim(
            merchant: till.merchant.number.value, scope: "server", key: "again",
            fingerprint: [1], at: now.microseconds)
        let begun = try await till.database.transaction {
            try till.beginCapture(sheet, claim: claim)(in: $0)
        }
        let subject: UUID128? = try await till.database.transaction {
            try claim.subject(in: $0)
        }
        #expect(subject == begun.noun.id.uuid)
        let again = { (moment: Instant) in
            try await RepeatSettling(
                begun.noun.id, question: till.question(sheet, at: moment),
                lease: .seconds(5), claim: claim)(
                    till.settling(bank.processor, at: moment)
                ) { _ in StoredAnswer(status: 201, body: [1]) }
        }
        await #expect(throws: StillUnderWay.self) { try await again(now) }
        let ended = try await again(now.adding(seconds: 6))
        #expect(ended.noun.state == .succeeded)
        let kept = try await till.database.transaction { try claim.find(in: $0) }
        #expect(kept == .replay(StoredAnswer(status: 201, body: [1])))
        #expect(await bank.asked == ["capture 1000"])
    }
}
