import CartSupport
import Contacts
import Idempotency
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Checkouts
@testable import Payments

/// A charge that succeeded after the buyer saw an unknown outcome (docs/rules/money.md#9).
@Suite struct LateSuccessTests {
    /// A payment whose answer was lost, and a bank that finds it approved.
    private struct Lost {
        let till: Till
        let session: CheckoutSession
        let bank = Bank()
        let processor: Processor

        init(
            on database: Database, _ policy: MerchantSettings.LateSuccess, claim: Claim? = nil
        ) async throws {
            till = try await Till(on: database) { $0.lateSuccess = policy }
            session = try await till.checkout()
            _ = try await till.authorize(
                session, .card(), by: bank.processor(Bank.lose), claim: claim)(on: database) { _ in
                    StoredAnswer(status: 200, body: [])
                }
            let approval = Bank.approval(of: bank.asked.all[0])
            var processor = bank.processor()
            processor.find = { (_) async throws(ProcessorFault) in .approved(approval) }
            self.processor = processor
        }
    }

    @Test(arguments: [
        (
            MerchantSettings.LateSuccess.void, CheckoutSession.State.open, Attempt.State.voided,
            Int64(0)
        ),
        (.keep, .captured, .authorized, 1000),
    ])
    func `a late success is voided, or kept if the merchant chose so`(
        policy: MerchantSettings.LateSuccess, state: CheckoutSession.State, attempt: Attempt.State,
        captured: Int64
    ) async throws {
        try await TestDatabase.withFreshDatabase { database in
            let lost = try await Lost(on: database, policy)
            let (till, session, processor) = (lost.till, lost.session, lost.processor)
            // Before the lease ends, the worker does not claim the attempt.
            #expect(try await till.recover(by: .unimplemented, at: now.adding(seconds: 4)) == 0)
            #expect(try await till.recover(by: processor, at: now.adding(seconds: 6)) == 1)
            // The next run voids the attempts that are marked for it.
            let more = try await till.recover(by: processor, at: now.adding(seconds: 7))
            #expect(more == (policy == .void ? 1 : 0))
            #expect(try await till.recover(by: .unimplemented, at: now.adding(seconds: 99)) == 0)
            let ended = try await till.session(session)
            #expect(ended.state == state)
            #expect(ended.captured == captured)
            #expect(try await till.attempts(session).map(\.state) == [attempt])
            #expect(lost.bank.voided.all == (policy == .void ? [lost.bank.asked.all[0].key] : []))
            #expect(try await till.events(session) == ["checkout.late_success"])
        }
    }

    @Test func `a repeat of a late payment reads of the void, not of a fault`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let lost = try await Lost(on: database, .void)
            var errors: [[FieldError]] = []
            for seconds: Int64 in [6, 7] {
                let moment = now.adding(seconds: seconds)
                #expect(try await lost.till.recover(by: lost.processor, at: moment) == 1)
                errors.append(
                    try await lost.till.pay(lost.session, by: .unimplemented, at: moment).errors)
            }
            #expect(errors == [[.stillChecking], [.canceled]])
        }
    }

    @Test func `an answer during the void is not stored for replays of the key`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let lost = try await Lost(on: database, .void)
            let claim = lost.till.claim("tap", on: lost.session)
            _ = try await database.transaction { try claim.acquire(in: $0) }
            var found: [ClaimResult] = []
            for seconds: Int64 in [6, 7] {
                let moment = now.adding(seconds: seconds)
                #expect(try await lost.till.recover(by: lost.processor, at: moment) == 1)
                let repeated = lost.till.authorize(
                    lost.session, .card(), by: .unimplemented, at: moment, claim: claim)
                _ = try await repeated.replay(on: database) {
                    StoredAnswer(status: 200, body: $0.errors == [.canceled] ? [1] : [0])
                }
                found.append(try await database.transaction { try claim.find(in: $0) })
            }
            #expect(found == [.inFlight, .replay(StoredAnswer(status: 200, body: [1]))])
        }
    }
}
