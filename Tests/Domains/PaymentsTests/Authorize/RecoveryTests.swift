import CartSupport
import Crypto
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

/// The worker and the next request recover an attempt whose server died.
struct RecoveryTests {
    /// Starts an attempt without the call to the bank, like a server that dies in between.
    private static func crash(_ session: CheckoutSession, at till: Till, claim: Claim? = nil)
        async throws
        -> AuthorizationRequest
    {
        let begin = till.begin(session, .card(), claim: claim)
        guard
            case .authorize(let request, _, _, _) = try await till.database.transaction({
                try begin(in: $0)
            }
            )
        else { throw CheckoutRefusal.notFound }
        return request
    }

    @Test func `an attempt unknown to the bank is closed after a minute, and another may pay`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let session = try await till.checkout()
            let request = try await Self.crash(session, at: till)
            let bank = Bank()
            let closed = Journal<AttemptKey>()
            var processor = bank.processor()
            processor.find = { (_) async throws(ProcessorFault) in nil }
            processor.close = { (key) async throws(ProcessorFault) in
                closed.add(key)
                return nil
            }
            #expect(try await till.recover(by: .unimplemented, at: now.adding(seconds: 4)) == 0)
            #expect(try await till.recover(by: processor, at: now.adding(seconds: 5)) == 0)
            #expect(closed.all.isEmpty)
            #expect(try await till.session(session).state == .authorizing)
            let minute = now.adding(seconds: 60)
            #expect(try await till.recover(by: processor, at: minute) == 1)
            #expect(closed.all == [request.key])
            #expect(try await till.session(session).state == .open)
            #expect(try await till.attempts(session).map(\.reportedOutcome) == [.nothing])
            #expect(
                try await till.pay(session, .card("two"), by: bank.processor(), at: minute)
                    .isSuccess)
            #expect(bank.asked.all.map(\.key.text).count == 1)
        }
    }

    @Test func `a charge whose server died is kept, and the buyer's next try returns it`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let session = try await till.checkout()
            let request = try await Self.crash(session, at: till)
            var processor = Processor.unimplemented
            processor.find = { (_) async throws(ProcessorFault) in
                .approved(Bank.approval(of: request))
            }
            let found = processor
            let later = now.adding(seconds: 6)
            // Four concurrent workers: one of them gets the attempt.
            let ended = try await together(4) { _ in try await till.recover(by: found, at: later) }
            #expect(ended.reduce(0, +) == 1)
            #expect(try await till.session(session).captured == 1000)
            #expect(try await till.events(session) == ["checkout.captured"])
            let replay = try await till.pay(session, by: .unimplemented, at: later)
            #expect(replay.isSuccess)
        }
    }

    @Test func `an attempt that cannot be finished blocks no other`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let bank = Bank()
            var requests: [AttemptKey: AuthorizationRequest] = [:]
            let sessions = try await together(5) { _ in try await till.checkout() }
            for session in sessions {
                let request = try await Self.crash(session, at: till)
                requests[request.key] = request
            }
            // Without its key this checkout is unreadable.
            try await database.run(
                """
                UPDATE checkouts SET data_key = NULL, place = NULL, pinned = NULL, prefill = NULL,
                    contacts = NULL
                WHERE merchant_id = \(till.merchant.number)
                    AND checkout_id = \(sessions[0].id.uuid)
                """)
            var processor = bank.processor()
            let known = requests
            processor.find = { (key) async throws(ProcessorFault) in
                known[key].map { .approved(Bank.approval(of: $0)) }
            }
            _ = try? await till.recover(by: processor, at: now.adding(seconds: 6))
            for session in sessions.dropFirst() {
                #expect(try await till.session(session).state == .captured)
            }
        }
    }

    @Test func `a void that cannot be stored is left to the worker, and the buyer gets an answer`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let session = try await till.checkout()
            let bank = Bank()
            var processor = bank.processor { (request) async throws(ProcessorFault) in
                .partiallyApproved(Bank.approval(of: request, minorUnits: 1))
            }
            processor.void = { (key) async throws(ProcessorFault) in
                // From now on the table refuses the outcome of the void.
                do {
                    try await till.database.run(
                        """
                        ALTER TABLE attempts ADD CONSTRAINT nothing_is_voided
                            CHECK (state <> 'voided')
                        """)
                } catch { Issue.record(error) }
                return .voided
            }
            let end = await End { [processor] in try await till.pay(session, by: processor) }
            #expect(end == .reported([]))
            #expect(try await till.attempts(session).map(\.state) == [.voiding])
            #expect(try await till.session(session).state == .open)
        }
    }

    /// The outcome found by the worker → the answer to a retry with the same key.
    @Test(arguments: [
        (AuthorizationOutcome.declined(.insufficientFunds), Attempt.State.declined),
        (.voided, .declined),
    ])
    func `a retry with the same key learns the outcome without a second charge`(
        outcome: AuthorizationOutcome, state: Attempt.State
    ) async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let session = try await till.checkout()
            let claim = Claim(
                merchant: till.merchant.number.value, scope: session.id.text, key: "k",
                fingerprint: [1], at: now.microseconds)
            _ = try await Self.crash(session, at: till, claim: claim)
            var processor = Processor.unimplemented
            processor.find = { (_) async throws(ProcessorFault) in outcome }
            let later = now.adding(seconds: 6)
            #expect(try await till.recover(by: processor, at: later) == 1)
            let bank = Bank()
            let replay = till.authorize(
                session, .card(), by: bank.processor(), at: later, claim: claim)
            let kept = StoredAnswer(status: 200, body: [7])
            for _ in 0..<2 {
                let answer = try await replay.replay(on: database) { _ in kept }
                #expect(!answer.isSuccess)
                #expect(answer.attempt?.state == state)
            }
            #expect(
                try await database.transaction { try claim.find(in: $0) } == .replay(kept))
            #expect(try await till.attempts(session).count == 1)
            #expect(bank.asked.all.isEmpty)
            // The buyer can try another card.
            #expect(
                try await till.pay(session, .card("other"), by: bank.processor(), at: later)
                    .isSuccess)
        }
    }
}
