import Balances
import CartSupport
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Disputes, and the balances bought with a disputed charge.
struct DisputeTests {
    private static func paid(
        _ till: Till, _ bank: StatefulBank, _ change: (inout CheckoutRequest) -> Void = { _ in }
    ) async throws -> (CheckoutSession, Attempt) {
        let session = try await till.checkout("10.00", change)
        #expect(try await till.pay(session, by: bank.processor).isSuccess)
        return (try await till.session(session), try await till.attempts(session)[0])
    }

    private static func report(
        _ attempt: Attempt, _ state: DisputeReport.State, _ amount: String = "10.00"
    ) -> DisputeReport {
        DisputeReport(
            reference: "dispute of \(attempt.id.text)", charge: AttemptKey(attempt.id),
            amount: money(amount), reason: "fraudulent", state: state)
    }

    @Test func `a dispute is booked once, and winning returns the money`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let (session, attempt) = try await Self.paid(till, bank)
        for _ in 0..<2 { try await till.recordDispute(Self.report(attempt, .opened), of: session) }
        #expect(try await till.session(session).disputed == 1000)
        let none = await till.refusal { try await till.refund(session, 1, by: .unimplemented) }
        #expect(none == .nothingToRefund)
        for _ in 0..<2 { try await till.recordDispute(Self.report(attempt, .won), of: session) }
        #expect(try await till.session(session).disputed == 0)
        #expect(
            try await till.books(session) == [
                "processor → revenue 1000", "disputed → processor 1000",
                "processor → disputed 1000",
            ])
        #expect(
            try await till.events(session)
                == ["checkout.captured", "dispute.opened", "dispute.won"])
    }

    @Test func `a capture that becomes known after its dispute is counted as disputed`()
        async throws
    {
        let till = try await Till()
        let bank = StatefulBank()
        let balance = try await till.openBalance()
        let session = try await till.checkout {
            $0 = cart(item("6.00"), topUp("4.00", balance))
            $0.captureMethod = .manual
        }
        #expect(try await till.pay(session, by: bank.processor).isSuccess)
        let attempt = try await till.attempts(session)[0]
        await bank.lose(1)
        let unknown = try await till.capture(session, by: bank.processor)
        #expect(unknown.operation.state == .unknown)
        try await till.recordDispute(Self.report(attempt, .opened), of: session)
        #expect(try await till.session(session).disputed == 0)
        #expect(try await till.resolve(unknown.operation, by: bank.processor))
        #expect(try await till.session(session).disputed == 1000)
        #expect(try await till.balance(balance).frozen == .dispute)
        try await till.recordDispute(Self.report(attempt, .won), of: session)
        #expect(try await till.session(session).disputed == 0)
        #expect(try await till.balance(balance).frozen == nil)
        #expect(
            try await till.books(session) == [
                "processor → balance 400", "processor → revenue 600",
                "disputed → processor 1000", "processor → disputed 1000",
            ])
    }

    @Test func `a dispute of a voided charge takes no money of the payment`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let (session, _) = try await Self.paid(till, bank)
        let other = Attempt.ID(merchant: session.id.merchant, uuid: Till.identify(now))
        // A voided attempt, before the one that paid.
        try await till.database.run(
            """
            INSERT INTO attempts SELECT (jsonb_populate_record(a, jsonb_build_object(
                'attempt_id', \(other.uuid), 'number', 0, 'state', 'voided', 'captured', 0,
                'approved', 0))).*
            FROM attempts a WHERE merchant_id = \(session.id.merchant)
                AND checkout_id = \(session.id.uuid)
            """)
        let report = DisputeReport(
            reference: "dispute of \(other.text)", charge: AttemptKey(other),
            amount: money("10.00"), reason: "fraudulent", state: .opened)
        try await till.recordDispute(report, of: session)
        #expect(try await till.session(session).disputed == 0)
        #expect(try await till.books(session) == ["processor → revenue 1000"])
    }

    @Test func `a dispute decided before its capture is known is recorded later`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank)
        let attempt = try await till.attempts(session)[0]
        await bank.lose(1)
        let unknown = try await till.capture(session, by: bank.processor)
        try await till.recordDispute(Self.report(attempt, .opened), of: session)
        let early = await till.refusal {
            try await till.recordDispute(Self.report(attempt, .lost), of: session)
        }
        #expect(early == .captureInFlight(secondsLeft: 5))
        #expect(try await till.resolve(unknown.operation, by: bank.processor))
        try await till.recordDispute(Self.report(attempt, .lost), of: session)
        #expect(
            try await till.books(session) == [
                "processor → revenue 1000", "revenue → disputed 1000",
                "disputed → processor 1000",
            ])
    }

    /// The dispute's outcome → the loss entries for the store credit.
    @Test(arguments: [
        (DisputeReport.State.won, ["loss → processor 600", "processor → loss 600"]),
        (.lost, ["loss → processor 600"]),
    ])
    func `a refund as store credit is a loss while the charge is disputed`(
        end: DisputeReport.State, lines: [String]
    ) async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let (session, attempt) = try await Self.paid(till, bank)
        try await till.refund(session, 600, to: .balance(nil), by: .unimplemented)
        for _ in 0..<2 { try await till.recordDispute(Self.report(attempt, .opened), of: session) }
        #expect(try await till.session(session).disputed == 400)
        try await till.recordDispute(Self.report(attempt, end), of: session)
        let books = try await till.books(session)
        #expect(books.filter { $0.contains("loss") } == lines)
        #expect(books.contains("disputed → processor 400"))
    }

    @Test func `refunds and disputes together are at most the captured amount`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let (session, attempt) = try await Self.paid(till, bank)
        try await till.refund(session, 700, by: bank.processor)
        try await till.recordDispute(Self.report(attempt, .lost), of: session)
        let after = try await till.session(session)
        #expect(after.refunded == 700 && after.disputed == 300)
        #expect(
            try await till.books(session) == [
                "processor → revenue 1000", "revenue → disputed 300", "disputed → processor 300",
                "revenue → processor 700",
            ])
    }

    @Test func `a top-up is credited with the capture and debited with a refund`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let balance = try await till.openBalance()
        let (session, _) = try await Self.paid(till, bank) {
            $0 = cart(item("6.00"), topUp("4.00", balance))
        }
        #expect(try await till.balance(balance).amount == money("4.00"))
        #expect(
            try await till.books(session)
                == ["processor → balance 400", "processor → revenue 600"])
        try await till.refund(session, items: [(1, 1)], by: bank.processor)
        #expect(try await till.balance(balance).amount == money("0.00"))
        try await till.refund(session, by: bank.processor)
        #expect(try await till.session(session).state == .refunded)
        #expect(await bank.total.returned == 1000)
    }

    @Test func `a spent balance cannot be debited, and a failed refund restores it`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let balance = try await till.openBalance()
        let (session, _) = try await Self.paid(till, bank) {
            $0 = cart(item("6.00"), topUp("4.00", balance))
        }
        await bank.refuse(.refusedByBank)
        let failed = try await till.refund(session, items: [(1, 1)], by: bank.processor)
        #expect(failed.operation.state == .failed)
        #expect(try await till.balance(balance).amount == money("4.00"))
        await bank.refuse(nil)
        try await till.spend("3.00", of: balance)
        await #expect(throws: BalanceRefusal.self) {
            try await till.refund(session, by: bank.processor)
        }
        // Only the goods can still be refunded.
        #expect(try await till.refund(session, 600, by: bank.processor).session.refunded == 600)
    }

    @Test func `a dispute freezes the balance bought with the charge, and a loss empties it`()
        async throws
    {
        let till = try await Till()
        let bank = StatefulBank()
        let balance = try await till.openBalance()
        let (session, attempt) = try await Self.paid(till, bank) {
            $0 = cart(topUp("10.00", balance))
        }
        try await till.spend("3.00", of: balance)
        try await till.recordDispute(Self.report(attempt, .opened), of: session)
        #expect(try await till.balance(balance).frozen == .dispute)
        try await till.recordDispute(Self.report(attempt, .lost), of: session)
        #expect(try await till.balance(balance).amount == money("0.00"))
        #expect(
            try await till.books(session) == [
                "processor → balance 1000", "loss → disputed 300", "balance → disputed 700",
                "disputed → processor 1000",
            ])
    }

    @Test func `an open dispute takes the amount of a failed refund`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let (session, attempt) = try await Self.paid(till, bank)
        await bank.hold(true)
        let refund = try await till.refund(session, 600, by: bank.processor)
        #expect(refund.operation.state == .pending)
        try await till.recordDispute(Self.report(attempt, .opened), of: session)
        #expect(try await till.session(session).disputed == 400)
        let finish = FinishRefund(
            context: till.context(session), refund: refund.operation.id,
            processorResult: .success(.failed(.exceeds)))
        _ = try await till.database.transaction { try finish(in: $0) }
        #expect(try await till.session(session).disputed == 1000)
        try await till.recordDispute(Self.report(attempt, .won), of: session)
        #expect(try await till.session(session).disputed == 0)
        #expect(
            try await till.books(session) == [
                "processor → revenue 1000", "disputed → processor 400",
                "disputed → processor 600", "processor → disputed 1000",
            ])
    }

    @Test func `a balance does not pay for its own top-up`() async throws {
        let till = try await Till()
        let balance = try await till.balance("50.00")
        let session = try await till.checkout { $0 = cart(topUp("10.00", balance)) }
        let answer = try await till.attach(balance, to: session)
        #expect(answer.balance?.code == "insufficient_balance")
        #expect(answer.session.total == money("10.00") && answer.session.tenders.isEmpty)
        // The result is the same if the line is added after the balance.
        let other = try await till.checkout("10.00")
        try await till.attach(balance, to: other)
        let revise = ReviseCheckout(context: till.context(other)) { _ in
            cart(topUp("10.00", balance))
        }
        let revised = try await till.database.transaction { try revise(in: $0) }
        #expect(revised.session.total == money("10.00"))
        // The sheet updates before it shows the new total.
        let select = SelectPaymentMethod(context: till.context(other), kind: nil)
        _ = try await till.database.transaction { try select(in: $0) }
        #expect(try await !till.payByBalance(other).isSuccess)
        #expect(try await till.says(balance) == "50.00 held 0.00")
    }

    @Test func `winning a dispute unfreezes the balance`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let balance = try await till.openBalance()
        let (session, attempt) = try await Self.paid(till, bank) {
            $0 = cart(topUp("10.00", balance))
        }
        try await till.recordDispute(Self.report(attempt, .opened), of: session)
        try await till.recordDispute(Self.report(attempt, .won), of: session)
        #expect(try await till.balance(balance).frozen == nil)
        #expect(try await till.balance(balance).amount == money("10.00"))
    }
}

private func topUp(_ price: String, _ balance: Balance.ID) -> CartItem {
    CartItem(
        name: "Top-up", unitPrice: money(price), requiresShipping: false, creditsBalance: balance)
}

extension Till {
    func recordDispute(_ report: DisputeReport, of session: CheckoutSession) async throws {
        let recordDispute = RecordDispute(context: context(session), report: report)
        #expect(try await database.transaction { try recordDispute(in: $0) } != nil)
    }

    fileprivate func openBalance() async throws -> Balance.ID {
        let open = CreateBalance(
            balance: Balance(
                id: Balance.ID(merchant: merchant.number, uuid: Till.identify(now)), kind: .prepaid,
                currency: dollars, createdAt: now), code: nil, amount: nil, keys: keys,
            transfer: Till.identify(now), moment: Till.moment(now))
        return try await database.transaction { try open(in: $0) }.id
    }

    fileprivate func spend(_ amount: String, of id: Balance.ID) async throws {
        try await database.transaction { transaction in
            var ledger = Ledger(
                of: id.merchant, try Balance.lock([id], in: transaction), at: now)
            try ledger.move(
                money(amount), from: .balance(id), to: .system(.withdrawal),
                for: Transfer.Cause(id: Till.identify(now), kind: .debit))
            try ledger.store(in: transaction) { Till.identify(now) }
        }
    }
}
