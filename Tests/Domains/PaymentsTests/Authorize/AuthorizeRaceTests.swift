import CartSupport
import Contacts
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// One checkout and many concurrent attempts to pay, cancel or finish it
/// (docs/rules/demands.md#28 to #32).
struct AuthorizeRaceTests {
    @Test func `of sixteen concurrent payments of one checkout one is charged`() async throws {
        let till = try await Till()
        let session = try await till.checkout()
        let bank = Bank()
        let gate = Gate()
        let ends = Journal<End>()
        let processor = bank.processor { (request) async throws(ProcessorFault) in
            await gate.wait()
            return .approved(Bank.approval(of: request))
        }
        let all = Task {
            await together(16) { index in
                let end = await End {
                    try await till.pay(session, .card("card \(index)"), by: processor)
                }
                ends.add(end)
                return end
            }
        }
        // All other payments are refused before the bank answers.
        let refused = try await ends.wait(for: 15)
        #expect(refused == Array(repeating: .refused("authorizing(secondsLeft: 5)"), count: 15))
        gate.open()
        _ = await all.value
        #expect(ends.all.count == 16)
        #expect(ends.all.last == .paid)
        #expect(bank.asked.all.count == 1)
        let paid = try await till.session(session)
        #expect(paid.state == .captured)
        #expect(paid.captured == 1000)
        #expect(try await till.events(session) == ["checkout.captured"])
    }

    @Test func `sixteen concurrent taps of one payment make one charge`() async throws {
        let till = try await Till()
        let bank = Bank()
        for _ in 0..<4 {
            let session = try await till.checkout()
            let ends = await together(16) { _ in
                await End { try await till.pay(session, by: bank.processor()) }
            }
            #expect(ends.contains(.paid))
            #expect(Set(ends).isSubset(of: [.paid, .refused("authorizing(secondsLeft: 5)")]))
            #expect(try await till.attempts(session).map(\.state) == [.authorized])
            #expect(try await till.session(session).captured == 1000)
        }
        #expect(bank.keys.count == 4)
        #expect(bank.asked.all.count == 4)
    }

    /// The unique index refuses a second attempt even without the row lock of the checkout.
    @Test(arguments: [Attempt.State.started, .unknown, .authorized])
    func `the table refuses a second live attempt`(state: Attempt.State) async throws {
        let till = try await Till()
        let session = try await till.checkout()
        let insert = { (number: Int, state: Attempt.State) async throws in
            let attempt = Attempt(
                id: Attempt.ID(merchant: till.merchant.number, uuid: Till.identify(now)),
                checkout: session.id, number: number, state: state, processor: "test",
                amount: session.total, version: 1, fingerprint: [], startedAt: now,
                leasedUntil: now)
            _ = try await till.database.run(NewAttempt.stored.insert([NewAttempt(attempt)]))
        }
        try await insert(1, .started)
        try await till.database.run(
            """
            UPDATE attempts SET state = \(state.rawValue),
                ended_at = \(state == .authorized ? now : nil)
            WHERE merchant_id = \(till.merchant.number)
                AND checkout_id = \(session.id.uuid)
            """)
        await #expect {
            try await insert(2, .started)
        } throws: {
            ($0 as? PostgresError)?.constraintName == "attempts_live_one_at_a_time"
        }
    }

    @Test func `an unknown outcome blocks every other payment until it is known`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let session = try await till.checkout()
            let bank = Bank()
            let first = try await till.pay(session, .card("one"), by: bank.processor(Bank.lose))
            #expect(first.isUnknown)
            #expect(first.errors == [.stillChecking])
            let ends = await together(8) { index in
                await End { try await till.pay(session, .card("\(index)"), by: bank.processor()) }
            }
            #expect(Set(ends) == [.reported(["unknown"])])
            #expect(bank.asked.all.count == 1)
            #expect(try await till.session(session).state == .authorizing)

            // The worker learns that the bank declined, so the buyer may try another card.
            var processor = bank.processor()
            processor.find = { (_) async throws(ProcessorFault) in .declined(.declined) }
            #expect(try await till.recover(by: processor, at: now.adding(seconds: 10)) == 1)
            let later = now.adding(seconds: 11)
            #expect(
                try await till.pay(session, .card("two"), by: bank.processor(), at: later).isSuccess
            )
            #expect(bank.keys.count == 2)
            #expect(try await till.session(session).captured == 1000)
        }
    }

    @Test func `the sheet gets an answer at the time limit, even if the processor hangs`()
        async throws
    {
        let till = try await Till()
        let session = try await till.checkout()
        let gate = Gate()
        let answer = try await till.pay(
            session,
            by: Bank().processor { (request) async throws(ProcessorFault) in
                await gate.wait()
                return .approved(Bank.approval(of: request))
            }, limit: .milliseconds(30))
        gate.open()
        #expect(answer.isUnknown)
        #expect(try await till.attempts(session).map(\.reportedOutcome) == [.unknown])
        #expect(try await till.events(session).isEmpty)
    }

    @Test func `a partial approval is voided and counts as insufficient funds`() async throws {
        let till = try await Till()
        let session = try await till.checkout()
        let bank = Bank()
        let answer = try await till.pay(
            session,
            by: bank.processor { (request) async throws(ProcessorFault) in
                .partiallyApproved(Bank.approval(of: request, minorUnits: 400))
            })
        #expect(!answer.isSuccess)
        #expect(answer.errors.isEmpty)
        #expect(answer.attempt?.decline == .bank(.insufficientFunds))
        #expect(bank.voided.all == [bank.asked.all[0].key])
        #expect(try await till.attempts(session).map(\.state) == [.voided])
        let reopened = try await till.session(session)
        #expect(reopened.state == .open)
        #expect([reopened.authorized, reopened.captured] == [0, 0])
        #expect(try await till.events(session) == ["checkout.declined"])
    }

    @Test func `a second request after the lease makes no second charge`() async throws {
        let till = try await Till()
        let session = try await till.checkout()
        let bank = Bank()
        // The first server dies after it has started the attempt.
        let begun = till.begin(session, .card())
        guard
            case .authorize(let request, let attempt, _, _) = try await till.database.transaction({
                try begun(in: $0)
            })
        else {
            Issue.record("the first request is already answered")
            return
        }
        let early = await End {
            try await till.pay(session, by: bank.processor(), at: now.adding(seconds: 4))
        }
        #expect(early == .refused("authorizing(secondsLeft: 1)"))
        #expect(bank.asked.all.isEmpty)
        let later = now.adding(seconds: 5)
        let other = await End {
            try await till.pay(session, .card("other"), by: bank.processor(), at: later)
        }
        #expect(other == .refused("authorizing(secondsLeft: 1)"))
        let ends = await together(4) { _ in
            await End { try await till.pay(session, by: bank.processor(), at: later) }
        }
        #expect(Set(ends) == [.paid])
        #expect(bank.keys == [request.key])
        #expect(bank.asked.all.allSatisfy { $0 == request })
        #expect(try await till.attempts(session).map(\.id) == [attempt])
        #expect(try await till.session(session).captured == 1000)
        #expect(try await till.events(session) == ["checkout.captured"])
    }

    @Test func `calls and workers finish one attempt at once, and one of them stores the outcome`()
        async throws
    {
        let till = try await Till()
        for isCaptured in [true, false] {
            let session = try await till.checkout {
                $0.captureMethod = isCaptured ? .automatic : .manual
            }
            let begun = till.begin(session, .card())
            let started = try await till.database.transaction { try begun(in: $0) }
            guard case .authorize(let request, let attempt, _, _) = started else {
                Issue.record("the attempt needs no request to the processor")
                return
            }
            let answers = try await together(8) { index in
                let finish = FinishAttempt(
                    context: till.context(session), attempt: attempt,
                    processorResult: .success(.approved(Bank.approval(of: request))),
                    buyerIsWaiting: index % 2 == 0)
                return try await till.database.transaction { try finish(in: $0) }
            }
            #expect(answers.allSatisfy { $0.isSuccess && $0.attempt?.id == attempt })
            let paid = try await till.session(session)
            #expect(paid.authorized == 1000)
            #expect(paid.captured == (isCaptured ? 1000 : 0))
            #expect(
                try await till.events(session)
                    == [isCaptured ? "checkout.captured" : "checkout.authorized"])
            let entries = try await till.database.run(
                """
                SELECT kind FROM timeline WHERE merchant_id = \(till.merchant.number)
                    AND checkout_id = \(session.id.uuid)
                """)
            #expect(entries.count == 1)
        }
    }

    @Test func `the second call that finishes an attempt returns the stored outcome`() async throws
    {
        let till = try await Till()
        let session = try await till.checkout()
        let bank = Bank()
        // The worker learns of a decline before the browser's own answer arrives.
        let answer = try await till.pay(
            session,
            by: bank.processor { (request) async throws(ProcessorFault) in
                let id = Attempt.ID(request.key.text)!
                let finish = FinishAttempt(
                    context: till.context(session), attempt: id,
                    processorResult: .success(.declined(.doNotHonor)), buyerIsWaiting: false)
                do { _ = try await till.database.transaction { try finish(in: $0) } } catch {
                    Issue.record(error)
                }
                return .approved(Bank.approval(of: request))
            })
        #expect(!answer.isSuccess)
        #expect(answer.attempt?.decline == .bank(.doNotHonor))
        #expect(try await till.session(session).captured == 0)
    }

    @Test func `a checkout is canceled or paid, never both`() async throws {
        let till = try await Till()
        let bank = Bank()
        var canceled = 0
        for _ in 0..<12 {
            let session = try await till.checkout()
            let ends = await together(2) { index -> End in
                guard index == 0 else {
                    return await End { try await till.pay(session, by: bank.processor()) }
                }
                do {
                    let cancel = CancelCheckout(
                        context: till.context(session), event: Till.identify(now))
                    _ = try await till.database.transaction { try cancel(in: $0) }
                    return .reported(["canceled"])
                } catch {
                    return .refused("\(error)")
                }
            }
            let state = try await till.session(session).state
            let attempts = try await till.attempts(session)
            if ends.contains(.reported(["canceled"])) {
                canceled += 1
                #expect(state == .canceled)
                #expect(attempts.isEmpty)
                #expect(try await till.events(session) == ["checkout.canceled"])
            } else {
                #expect(ends.contains(.paid))
                #expect(state == .captured)
            }
        }
        #expect(bank.asked.all.count == 12 - canceled)
    }

    @Test func `a checkout cannot be canceled during an authorization`() async throws {
        let till = try await Till()
        let session = try await till.checkout()
        let cancel = CancelCheckout(context: till.context(session), event: Till.identify(now))
        let paid = try await till.pay(
            session,
            by: Bank().processor { (request) async throws(ProcessorFault) in
                let end = await End {
                    let session = try await till.database.transaction { try cancel(in: $0) }
                    return AuthorizationAnswer(session: session, attempt: nil, errors: [])
                }
                #expect(end == .refused("authorizing(secondsLeft: 5)"))
                return .approved(Bank.approval(of: request))
            })
        #expect(paid.isSuccess)
    }

    @Test func `an attempt that starts before the expiry is paid, and none starts at the expiry`()
        async throws
    {
        let till = try await Till()
        let bank = Bank()
        let end = now.adding(seconds: 60)
        let expiring = try await till.checkout { $0.expiresAt = end }
        let expired = await End { try await till.pay(expiring, by: bank.processor(), at: end) }
        #expect(expired == .refused("notOpen(Checkouts.CheckoutSession.State.expired)"))
        #expect(bank.asked.all.isEmpty)
        let paid = try await till.pay(
            expiring, by: bank.processor(), at: now.adding(seconds: 59),
            ending: now.adding(seconds: 75))
        #expect(paid.isSuccess)
        // The same tap after the expiry still learns the outcome.
        let again = await End {
            try await till.pay(expiring, by: bank.processor(), at: now.adding(seconds: 90))
        }
        #expect(again == .paid)
        #expect(bank.asked.all.count == 1)
    }

    @Test func `a checkout starts at most ten attempts`() async throws {
        let till = try await Till()
        let session = try await till.checkout()
        let bank = Bank()
        for index in 0..<10 {
            _ = try await till.pay(
                session, .card("\(index)"), by: bank.processor(Bank.decline))
        }
        let end = await End { try await till.pay(session, by: bank.processor()) }
        #expect(end == .refused("notOpen(Checkouts.CheckoutSession.State.failed)"))
        #expect(bank.asked.all.count == 10)
        #expect(try await till.events(session).last == "checkout.failed")
    }
}
