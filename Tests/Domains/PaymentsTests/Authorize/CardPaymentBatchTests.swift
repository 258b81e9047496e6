import CartSupport
import Contacts
import Idempotency
import Merchants
import Postgres
import Processors
import Synchronization
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// A card payment is one batch statement before the call to the processor and one after it
/// (docs/decisions/0011). They leave the same rows as the phases under row locks.
@Suite struct CardPaymentBatchTests {
    @Test(arguments: [
        (1, CaptureMethod.automatic, true), (4, .automatic, true), (4, .manual, true),
        (1, .manual, false), (1, .automatic, false),
    ])
    func `a card payment in two statements leaves the same rows as one under row locks`(
        payments count: Int, method: CaptureMethod, isDelivered: Bool
    ) async throws {
        let till = try await Till()
        var sessions: [CheckoutSession] = []
        for index in 0..<count {
            sessions.append(
                try await till.checkout("1\(index).25") {
                    if isDelivered { $0 = delivered($0) }
                    $0.captureMethod = method
                    $0.reference = "order"
                })
        }
        let (all, claims) = (sessions, sessions.map { till.claim("tap", on: $0) })
        let tap = isDelivered ? Payment.card(shipping: contact, billing: contact) : .card()

        let together = try await till.trace { transaction in
            let begins = zip(all, claims).map { till.begin($0, tap, claim: $1) }
            let decided = try begins.map { begin in
                let row = try transaction.run(
                    CheckoutSession.findVersioned(begin.context.checkout))[0]
                return try #require(try begin.decide(snapshot: row))
            }
            let marks = try transaction.run(
                StartedPaymentWrite.statement(for: decided.map(\.payment)))
            let kept = try marks.map { row in
                let started = decided[Int(try row.get("caller", as: Int64.self))].started(
                    try row.get("new_row_version"))
                let finish = till.finish(
                    started.attempt.id, of: started.request, on: started.loaded.session)
                let claim = claims.first { $0.scope == started.loaded.session.id.uuid.base32 }!
                var loaded = started.loaded
                return try finish.outcome(
                    of: started.attempt, &loaded, paid: started.places,
                    rowVersion: started.rowVersion
                ) { _ in ClaimAnswer(claim: claim, answer: Self.answer) }.0
            }
            #expect(kept.count == all.count)
            #expect(
                try transaction.run(PaymentWrite.statement(for: kept)).count == all.count)
        }
        let phases = try await till.trace { transaction in
            for (session, claim) in zip(all, claims) {
                let begin = till.begin(session, tap, claim: claim)
                guard case .authorize(let request, let attempt, _, _) = try begin(in: transaction)
                else {
                    return #expect(Bool(false), "the attempt needs no request to the processor")
                }
                let answer = try till.finish(attempt, of: request, on: session)(in: transaction)
                try transaction.enqueue(claim.storeAnswer(Self.answer))
                #expect(answer.isSuccess)
            }
        }
        for (table, rows) in together { #expect(rows == phases[table], "\(table)") }
        #expect(together["public.attempts"]!.count == all.count)
        #expect(together["public.idempotency_keys"]!.count == all.count)
        #expect(together["public.captures"]!.count == (method == .automatic ? all.count : 0))
    }

    @Test func `a card payment stores the full address`() async throws {
        let till = try await Till()
        let session = try await till.checkout { $0 = delivered($0) }
        let answer = try await till.pay(
            session, .card(shipping: contact), by: Bank().processor())
        #expect(answer.isSuccess)
        let kept = try await till.database.transaction { transaction in
            let loaded = try LoadedCheckout(unchecked: till.context(session), in: transaction)
            let contacts = try loaded.seal.contacts(loaded.session.privacy.contacts, as: "contacts")
            return [contacts.shipping?.locality, loaded.session.choice.place?.region]
        }
        #expect(kept == ["Cupertino", "US-CA"])
    }

    @Test(arguments: ["declined", "written"])
    func `a checkout changed since it was read starts no attempt`(change: String) async throws {
        let till = try await Till()
        let session = try await till.checkout()
        let begin = till.begin(session, .card())
        let row = try await till.database.run(CheckoutSession.findVersioned(session.id))[0]
        let decided = try #require(try begin.decide(snapshot: row))
        if change == "declined" {
            _ = try await till.pay(session, .card("other"), by: Bank().processor(Bank.decline))
        } else {
            try await till.write(session)
        }
        #expect(try await till.database.run(decided.payment).isEmpty)
        #expect(
            try await till.attempts(session).map(\.state)
                == (change == "declined" ? [.declined] : [])
        )
    }

    @Test func `an attempt whose checkout changed since the start is not finished in a batch`()
        async throws
    {
        let till = try await Till()
        let session = try await till.checkout()
        let begin = till.begin(session, .card())
        let started = try #require(try await begin.runWithoutRowLock(on: till.database))
        try await till.write(session)
        let finish = till.finish(started.attempt.id, of: started.request, on: session)
        let answer = await finish.runWithoutRowLock(started, on: till.database) { _ in nil }
        #expect(answer?.session.id == nil)
        #expect(try await till.attempts(session).map(\.state) == [.started])
        #expect(try await till.events(session).isEmpty)
    }

    @Test func `a payment is finished once if a notice stores its outcome during the call`()
        async throws
    {
        let till = try await Till()
        let session = try await till.checkout()
        let bank = Bank()
        let answer = try await till.pay(
            session,
            by: bank.processor { (request) async throws(ProcessorFault) in
                // A notice arrives before the answer.
                do {
                    var knowing = Processor.unimplemented
                    knowing.find = { _ in .approved(Bank.approval(of: request)) }
                    let notice = ProcessorNotice(
                        processor: "test", merchant: till.merchant.number, kind: .authorization,
                        name: request.key.text)
                    try await till.notice(notice, by: knowing, at: now)
                } catch {
                    throw .garbage
                }
                return .approved(Bank.approval(of: request))
            })
        #expect(answer.isSuccess)
        #expect(try await till.session(session).captured == 1000)
        #expect(try await till.booked(session) == ["processor to revenue 10.00"])
        #expect(try await till.events(session) == ["checkout.captured"])
    }

    @Test func `an attempt that has already ended is not finished in a batch`()
        async throws
    {
        let till = try await Till()
        let session = try await till.checkout()
        let begin = till.begin(session, .card())
        let started = try #require(try await begin.runWithoutRowLock(on: till.database))
        try await till.database.run(
            """
            UPDATE attempts SET ended_at = \(now), state = 'declined'
            WHERE merchant_id = \(till.merchant.number) AND attempt_id = \(started.attempt.id.uuid)
            """)
        let finish = till.finish(
            started.attempt.id, of: started.request, on: started.loaded.session)
        let answer = await finish.runWithoutRowLock(started, on: till.database) { _ in nil }
        #expect(answer?.session.id == nil)
        #expect(try await till.session(session).state == .authorizing)
        #expect(try await till.booked(session).isEmpty)
        #expect(try await till.events(session).isEmpty)
    }

    @Test func `a used idempotency key starts no attempt`() async throws {
        let till = try await Till()
        let session = try await till.checkout()
        let claim = till.claim("tap", on: session)
        _ = try await till.database.transaction { try claim.acquire(in: $0) }
        let started = try await till.begin(session, .card(), claim: claim).runWithoutRowLock(
            on: till.database)
        #expect(started?.rowVersion == nil)
        #expect(try await till.session(session).state == .open)
        #expect(try await till.attempts(session).isEmpty)
    }

    @Test(arguments: ["coupon", "balance", "second try", "refused", "repeated"])
    func `a card payment with special conditions is not batched`(scene: String) async throws {
        let till = try await Till()
        let coupon =
            scene == "coupon"
            ? try await till.coupon(
                "TEN", CouponTerms(reduction: .percentage(Rate(percent: "10")!)))
            : nil
        let session = try await till.checkout("10.00", coupon: coupon) {
            if scene == "coupon" { $0.supportsCouponCode = true }
            if scene == "refused" { $0 = delivered($0) }
        }
        if scene == "balance" {
            try await till.attach(try await till.balance("4.00"), to: session)
        }
        if scene == "second try" {
            _ = try await till.pay(session, .card("other"), by: Bank().processor(Bank.decline))
        }
        var begin = till.begin(session, .card())
        begin.isReplay = scene == "repeated"
        let before = try await till.attempts(session).count
        #expect(try await begin.runWithoutRowLock(on: till.database)?.rowVersion == nil)
        #expect(try await till.session(session).state == .open)
        #expect(try await till.attempts(session).count == before)
    }

    @Test func `of 64 taps of the pay button one counts as an attempt`() async throws {
        let till = try await Till()
        let session = try await till.checkout()
        let counted = Counted()
        let started = try await together(64) { _ in
            var begin = till.begin(session, .card())
            begin.admission = counted.admission
            return try await begin.runWithoutRowLock(on: till.database)?.rowVersion
        }
        #expect(started.count { $0 != nil } == 1)
        #expect(counted.tries.load(ordering: .relaxed) == 1)
        #expect(try await till.attempts(session).count == 1)
    }

    @Test func `an attempt beyond the rate limit does not start`() async throws {
        let till = try await Till()
        let session = try await till.checkout()
        var begin = till.begin(session, .card())
        begin.admission = Admission(admit: {}, reserve: { nil })
        #expect(try await begin.runWithoutRowLock(on: till.database)?.rowVersion == nil)
        #expect(try await till.attempts(session).isEmpty)
    }

    private static let answer = StoredAnswer(status: 200, body: Array("paid".utf8))

    private let contact = Contact(
        givenName: "Joël", familyName: "Appleseed", addressLines: ["1 Example Park Way"],
        locality: "Cupertino", administrativeArea: "CA", postalCode: "95014", countryCode: "US")
}

/// Counts the attempts that the rate limit has admitted and not released.
private final class Counted: Sendable {
    let tries = Atomic<Int>(0)

    var admission: Admission {
        Admission(
            admit: { self.tries.add(1, ordering: .relaxed) },
            reserve: {
                self.tries.add(1, ordering: .relaxed)
                return Admission.Reservation(
                    keep: {}, release: { self.tries.subtract(1, ordering: .relaxed) })
            })
    }
}

extension Till {
    func claim(_ key: String, on session: CheckoutSession) -> Claim {
        Claim(
            merchant: merchant.number.value, scope: session.id.uuid.base32, key: key,
            fingerprint: [UInt8](repeating: 7, count: 32), at: now.microseconds)
    }

    /// Changes the row in a way that only the row version shows.
    fileprivate func write(_ session: CheckoutSession) async throws {
        try await database.run(
            """
            UPDATE checkouts SET changed_at = changed_at
            WHERE merchant_id = \(merchant.number) AND checkout_id = \(session.id.uuid)
            """)
    }

    /// The last phase, for an approval.
    fileprivate func finish(
        _ attempt: Attempt.ID, of request: AuthorizationRequest, on session: CheckoutSession
    ) -> FinishAttempt {
        FinishAttempt(
            context: context(session), attempt: attempt,
            processorResult: .success(.approved(Bank.approval(of: request))), buyerIsWaiting: true)
    }
}
