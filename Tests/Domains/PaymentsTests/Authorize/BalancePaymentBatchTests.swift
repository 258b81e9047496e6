import Balances
import CartSupport
import Contacts
import Idempotency
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Payments by balances share a transaction (docs/decisions/0010). Each leaves the same rows as the
/// verb under row locks, whichever other payments are in the batch.
@Suite struct BalancePaymentBatchTests {
    @Test(arguments: [1, 3])
    func `a batch of balance payments leaves the same rows as single payments`(
        payments count: Int
    ) async throws {
        let till = try await Till()
        let balance = try await till.balance("100.00")
        let other = try await till.balance("50.00", kind: .prepaid)
        var sessions: [CheckoutSession] = []
        for index in 0..<count {
            let session = try await till.checkout("1\(index).25") { $0.reference = "order" }
            try await till.attach(balance, to: session)
            sessions.append(session)
        }
        let last = try await till.checkout("7.00")
        try await till.attach(other, to: last)
        let all = sessions + [last]

        let together = try await till.trace { transaction in
            let answers = try till.payTogether(all, in: transaction)
            #expect(answers.allSatisfy { $0?.isSuccess == true })
        }
        let sequence = try await till.trace { transaction in
            for session in all {
                let answer = try till.payment(of: session)(in: transaction)
                #expect(answer.isSuccess && answer.session.state == .captured)
            }
        }
        for (table, rows) in together { #expect(rows == sequence[table], "\(table)") }
        #expect(together["public.transfers"]!.count == 2 + all.count)
        #expect(together["public.captures"]!.count == all.count)
    }

    @Test func `the contact of a delivered order is stored`() async throws {
        let till = try await Till()
        let balance = try await till.balance("100.00")
        let session = try await till.checkout { $0 = delivered($0) }
        try await till.attach(balance, to: session)
        let contact = Contact(
            givenName: "Joël", familyName: "Appleseed", addressLines: ["1 Example Park Way"],
            locality: "Cupertino", administrativeArea: "CA", postalCode: "95014",
            countryCode: "US")
        let answer = try await till.payTogether(session, shipping: contact)
        #expect(answer?.session.state == .captured)
        let kept = try await till.database.transaction { transaction in
            let loaded = try LoadedCheckout(unchecked: till.context(session), in: transaction)
            let contacts = try loaded.seal.contacts(loaded.session.privacy.contacts, as: "contacts")
            return [contacts.shipping?.locality, loaded.session.choice.place?.region]
        }
        #expect(kept == ["Cupertino", "US-CA"])
    }

    @Test func `of 64 taps of the pay button one pays, and all get its answer`() async throws {
        let till = try await Till()
        let balance = try await till.balance("100.00")
        let session = try await till.checkout("10.00")
        try await till.attach(balance, to: session)
        let answers = try await withThrowingTaskGroup(of: AuthorizationAnswer.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    if let answer = try await till.payTogether(session) { return answer }
                    return try await till.payByBalance(session)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.filter(\.isSuccess).count == 64)
        #expect(try await till.says(balance) == "90.00 held 0.00")
        #expect(try await till.booked(session) == ["balance to revenue 10.00"])
        #expect(try await till.events(session) == ["checkout.captured"])
    }

    @Test func `of 64 checkouts paid by one balance each is booked once`() async throws {
        let till = try await Till()
        let balance = try await till.balance("64.00")
        var sessions: [CheckoutSession] = []
        for _ in 0..<64 {
            let session = try await till.checkout("1.00")
            try await till.attach(balance, to: session)
            sessions.append(session)
        }
        let paid = try await withThrowingTaskGroup(of: Bool.self) { group in
            for session in sessions {
                group.addTask { try await till.payTogether(session)?.isSuccess == true }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(paid == 64)
        #expect(try await till.says(balance) == "0.00 held 0.00")
        let remaining: [Int64] = try await till.database.run(
            """
            SELECT from_after FROM transfers WHERE merchant_id = \(till.merchant.number)
                AND from_balance = \(balance.uuid) ORDER BY from_number
            """
        ).map { try $0.get("from_after") }
        #expect(remaining == (0..<64).reversed().map { Int64($0) * 100 })
    }

    @Test func `a batched payment whose hold has ended fails without effect`() async throws {
        let till = try await Till()
        let balance = try await till.balance("100.00")
        let session = try await till.checkout("10.00")
        try await till.attach(balance, to: session)
        try await till.sweep(session, at: now)
        #expect(try await till.payTogether(session)?.session.id == nil)
        #expect(try await till.says(balance) == "100.00 held 0.00")
        #expect(try await till.session(session).state == .open)
        #expect(try await till.events(session).isEmpty)
        // The locking verb renews the hold.
        #expect(try await till.payByBalance(session).isSuccess)
    }

    @Test func `a batched payment with a used idempotency key moves no money`() async throws {
        let till = try await Till()
        let balance = try await till.balance("100.00")
        let session = try await till.checkout("10.00")
        try await till.attach(balance, to: session)
        let claim = Claim(
            merchant: till.merchant.number.value, scope: session.id.uuid.base32, key: "tap",
            fingerprint: [UInt8](repeating: 7, count: 32), at: now.microseconds)
        _ = try await till.database.transaction { try claim.acquire(in: $0) }
        #expect(try await till.payTogether(session, claim: claim)?.session.id == nil)
        #expect(try await till.session(session).state == .open)
        let other = Claim(
            merchant: claim.merchant, scope: claim.scope, key: "second tap",
            fingerprint: claim.fingerprint, at: claim.at)
        #expect(try await till.payTogether(session, claim: other)?.isSuccess == true)
        let found = try await till.database.transaction { try other.find(in: $0) }
        #expect(found == .replay(StoredAnswer(status: 200, body: Array("paid".utf8))))
    }

    @Test func `two payments of one checkout are not in the same batch`() async throws {
        let till = try await Till()
        let balance = try await till.balance("100.00")
        let session = try await till.checkout("10.00")
        try await till.attach(balance, to: session)
        let answers = try await till.database.transaction {
            try till.payTogether([session, session], in: $0)
        }
        #expect(answers.map { $0?.isSuccess } == [true, nil])
        #expect(try await till.says(balance) == "90.00 held 0.00")
    }

    @Test func `a card payment of the same checkout in the same round trip does not start`()
        async throws
    {
        let single = TestDatabase.configured {
            $0.connections = 1
            $0.poolWaitMilliseconds = 60_000
        }
        try await single.withFreshDatabase { database in
            let till = try await Till(on: database)
            let session = try await till.checkout("10.00")
            let row = try await database.run(CheckoutSession.findVersioned(session.id))[0]
            let begin = till.begin(session, .card())
            let card = try #require(try begin.decide(snapshot: row)).payment
            let gate = BodyGate()
            let holder = Task { try await database.transaction { _ in gate.wait() } }
            try await eventually("the connection is busy") { database.status.busy == 1 }
            let started = Task { try await database.run(card).count }
            try await eventually("the card payment waits") { database.status.queued == 1 }
            // No balance is attached: the payment is refused, and its refusal is stored.
            let refused = Task { try await till.payTogether(session)?.isSuccess }
            try await eventually("both payments wait") { database.status.queued == 2 }
            gate.open()
            try await holder.value
            #expect(try await refused.value == false)
            #expect(try await started.value == 0)
            #expect(try await till.session(session).state == .open)
            #expect(try await till.attempts(session).isEmpty)
        }
    }

    @Test(arguments: ["coupon", "top-up", "an attempt by card"])
    func `a payment that needs more locks is not in a batch`(scene: String) async throws {
        let till = try await Till()
        let balance = try await till.balance("100.00")
        let coupon =
            scene == "coupon"
            ? try await till.coupon(
                "TEN", CouponTerms(reduction: .percentage(Rate(percent: "10")!)))
            : nil
        let other = try await till.balance("1.00")
        let session = try await till.checkout("10.00", coupon: coupon) {
            if scene == "coupon" { $0.supportsCouponCode = true }
            if scene == "top-up" {
                $0 = cart(
                    CartItem(
                        name: "Top-up", unitPrice: money("10.00"), requiresShipping: false,
                        creditsBalance: other))
            }
        }
        if scene == "an attempt by card" {
            _ = try await till.pay(session, by: Bank().processor(Bank.decline))
        }
        try await till.attach(balance, to: session)
        #expect(try await till.payTogether(session)?.session.id == nil)
        #expect(try await till.session(session).state == .open)
        #expect(try await till.payByBalance(session).isSuccess)
    }

    @Test(arguments: ["two balances", "manual", "pending", "too little", "frozen"])
    func `a batched balance payment has the outcome of a single one`(scene: String) async throws {
        let till = try await Till()
        let balance = try await till.balance(scene == "too little" ? "5.00" : "100.00")
        let session = try await till.checkout(scene == "two balances" ? "120.00" : "10.00") {
            if scene == "manual" { $0.captureMethod = .manual }
            if scene == "pending" { $0 = cart(item("10.00"), item("5.00", pending: true)) }
        }
        try await till.attach(balance, to: session)
        if scene == "two balances" {
            try await till.attach(try await till.balance("30.00"), to: session)
        }
        if scene == "frozen" {
            try await till.database.run(
                """
                UPDATE balances SET frozen_at = \(now), frozen_because = 'merchant'
                WHERE merchant_id = \(till.merchant.number) AND balance_id = \(balance.uuid)
                """)
        }
        let state: CheckoutSession.State? =
            switch scene {
            case "too little": .open
            case "manual", "pending": .authorized
            // A hold made before the balance was frozen stays valid.
            default: .captured
            }
        let batched = try await till.trace { transaction in
            let answer = try till.payTogether([session], in: transaction)[0]
            #expect(answer?.session.state == state)
        }
        let single = try await till.trace { _ = try till.payment(of: session)(in: $0) }
        for (table, rows) in batched { #expect(rows == single[table], "\(table)") }
    }
}

extension Till {
    func payment(of session: CheckoutSession, contact: Contact? = nil) -> PayByBalance {
        PayByBalance(
            context: context(session), shipping: contact, billing: contact, version: nil)
    }

    func payTogether(
        _ session: CheckoutSession, shipping: Contact? = nil, claim: Claim? = nil
    ) async throws -> AuthorizationAnswer? {
        try await payment(of: session, contact: shipping).runInBatch(
            on: database, claim: claim
        ) {
            _ in StoredAnswer(status: 200, body: Array("paid".utf8))
        }
    }

    /// Pays several checkouts in one batch; nil for one that needs a lock of its own.
    func payTogether(
        _ sessions: [CheckoutSession], in transaction: Transaction
    ) throws -> [AuthorizationAnswer?] {
        try payTogether(
            sessions.map { session in
                BalancePayment(pay: payment(of: session), claim: nil) { _ in
                    StoredAnswer(status: 200, body: [])
                }
            }, in: transaction)
    }

    func payTogether(
        _ payments: [BalancePayment], in transaction: Transaction
    ) throws -> [AuthorizationAnswer?] {
        let rows = try transaction.run(BalancePayment.reads(for: payments))
        let decision = BalancePayment.decide(payments, rows)
        for write in decision.writes { try transaction.run(write) }
        return try decision.answers.map { try $0.get() }
    }
}
