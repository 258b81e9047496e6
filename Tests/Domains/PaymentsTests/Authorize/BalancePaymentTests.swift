import Balances
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

/// Payments by balances, alone or with a card (docs/rules/money.md#6, #13 to #15;
/// docs/rules/demands.md#20, #26).
struct BalancePaymentTests {
    private static let minute: Int64 = 60

    @Test func `a balance pays the total without a token, once`() async throws {
        let till = try await Till()
        let session = try await till.checkout("10.00")
        let card = try await till.balance("12.00")
        try await till.attach(card, to: session)
        let paid = try await till.payByBalance(session, version: 2)
        #expect(paid.isSuccess && paid.attempt == nil)
        #expect(try await till.says(card) == "2.00 held 0.00")
        #expect(try await till.holds(session) == ["captured 10.00"])
        let stored = try await till.session(session)
        #expect(stored.state == .captured)
        #expect(stored.authorized == 1000 && stored.captured == 1000)
        #expect(try await till.events(session) == ["checkout.captured"])
        #expect(try await till.booked(session) == ["balance to revenue 10.00"])
        // Later calls, after a lost answer, by a second tap or with a token, return the same
        // payment.
        #expect(try await till.payByBalance(session, version: 2).isSuccess)
        let bank = Bank()
        #expect(try await till.pay(session, by: bank.processor()).isSuccess)
        #expect(bank.asked.all.isEmpty)
        #expect(try await till.says(card) == "2.00 held 0.00")
        #expect(try await till.events(session) == ["checkout.captured"])
    }

    @Test func `sixty-four authorize calls of one checkout are one payment`() async throws {
        let till = try await Till()
        let session = try await till.checkout("10.00")
        let card = try await till.balance("100.00")
        try await till.attach(card, to: session)
        let bank = Bank()
        let ends = await together(64) { index in
            await End {
                index % 4 == 3
                    ? try await till.pay(session, .card("card \(index)"), by: bank.processor())
                    : try await till.payByBalance(session)
            }
        }
        #expect(ends.count == 64 && Set(ends) == [.paid])
        #expect(bank.asked.all.isEmpty)
        #expect(try await till.says(card) == "90.00 held 0.00")
        #expect(try await till.events(session) == ["checkout.captured"])
        #expect(try await till.booked(session) == ["balance to revenue 10.00"])
    }

    @Test func `a balance that cannot pay all without a card moves no money`() async throws {
        let till = try await Till()
        let session = try await till.checkout("10.00")
        let card = try await till.balance("4.00")
        let none = try await till.payByBalance(session)
        #expect(!none.isSuccess && none.balance?.shortfall == money("10.00"))
        try await till.attach(card, to: session)
        let refused = try await till.payByBalance(session)
        #expect(!refused.isSuccess && refused.errors.map(\.code.rawValue) == ["unknown"])
        #expect(refused.balance?.code == "insufficient_balance")
        #expect(refused.balance?.shortfall == money("6.00"))
        #expect(try await till.session(session).state == .open)
        #expect(try await till.says(card) == "4.00 held 4.00")
        #expect(try await till.holds(session) == ["active 4.00 until 45 min"])
    }

    @Test func `the card is charged exactly the rest, and the hold waits for its answer`()
        async throws
    {
        let till = try await Till()
        let session = try await till.checkout("10.00")
        let card = try await till.balance("4.00")
        try await till.attach(card, to: session)
        let bank = Bank()
        let seen = Journal<[String]>()
        let processor = bank.processor { (request) async throws(ProcessorFault) in
            seen.add((try? await till.holds(session)) ?? [])
            return .approved(Bank.approval(of: request))
        }
        #expect(try await till.pay(session, by: processor).isSuccess)
        #expect(bank.asked.all.map(\.amount) == [money("6.00")])
        #expect(seen.all == [["active 4.00"]])
        #expect(try await till.says(card) == "0.00 held 0.00")
        let stored = try await till.session(session)
        #expect(stored.state == .captured && stored.captured == 1000)
        #expect(
            try await till.booked(session)
                == ["balance to revenue 4.00", "processor to revenue 6.00"])
    }

    @Test func `a decline keeps the balance attached for the next card`() async throws {
        let till = try await Till()
        let session = try await till.checkout("10.00")
        let card = try await till.balance("4.00")
        try await till.attach(card, to: session)
        let bank = Bank()
        let later = now.adding(seconds: 20 * Self.minute)
        let declined = try await till.pay(
            session, .card("one"), by: bank.processor(Bank.decline), ending: later)
        #expect(!declined.isSuccess && declined.session.state == .open)
        #expect(try await till.holds(session, at: later) == ["active 4.00 until 45 min"])
        #expect(try await till.session(session).version == declined.session.version)
        #expect(
            try await till.pay(session, .card("two"), by: bank.processor(), at: later).isSuccess)
        #expect(bank.asked.all.map(\.amount) == [money("6.00"), money("6.00")])
        #expect(try await till.says(card) == "0.00 held 0.00")
    }

    @Test func `the last decline releases the balance`() async throws {
        let till = try await Till()
        let session = try await till.checkout("10.00")
        let card = try await till.balance("4.00")
        try await till.attach(card, to: session)
        for number in 1...CheckoutSession.attemptsMax {
            let bank = Bank()
            _ = try await till.pay(
                session, .card("card \(number)"), by: bank.processor(Bank.decline))
        }
        #expect(try await till.session(session).state == .failed)
        #expect(try await till.says(card) == "4.00 held 0.00")
        #expect(try await till.holds(session) == ["released 4.00"])
    }

    /// The server died after the request to the bank. The hold has no end, so no other checkout can
    /// take its money.
    @Test(arguments: [true, false])
    func `a crash while a balance is held is recovered`(wasCharged: Bool) async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let session = try await till.checkout("10.00")
            let card = try await till.balance("4.00")
            try await till.attach(card, to: session)
            let begin = till.begin(session, .card())
            let started = try await database.transaction { try begin(in: $0) }
            guard case .authorize(let request, _, _, _) = started else {
                Issue.record("no attempt was started")
                return
            }
            #expect(request.amount == money("6.00"))
            #expect(try await till.holds(session) == ["active 4.00"])
            var processor = Bank().processor()
            processor.find = { (_) async throws(ProcessorFault) in
                wasCharged ? .approved(Bank.approval(of: request)) : .declined(.declined)
            }
            let later = now.adding(seconds: 3600)
            #expect(try await till.recover(by: processor, at: later) == 1)
            let stored = try await till.session(session)
            #expect(stored.state == (wasCharged ? .captured : .open))
            #expect(try await till.says(card) == (wasCharged ? "0.00 held 0.00" : "4.00 held 4.00"))
            #expect(
                try await till.holds(session, at: later)
                    == [wasCharged ? "captured 4.00" : "active 4.00 until 45 min"])
        }
    }

    @Test func `an unknown outcome keeps the holds`() async throws {
        let till = try await Till()
        let session = try await till.checkout("10.00")
        let card = try await till.balance("4.00")
        try await till.attach(card, to: session)
        let answer = try await till.pay(session, by: Bank().processor(Bank.lose))
        #expect(answer.isUnknown)
        #expect(try await till.holds(session) == ["active 4.00"])
        await #expect(throws: CheckoutRefusal.self) { try await till.payByBalance(session) }
        await #expect(throws: CheckoutRefusal.self) { try await till.detach(card, from: session) }
    }

    /// After the end of its hold, the payment uses the available amount, and the answer names the
    /// shortfall.
    ///
    /// - Parameter minutes: 46 if the hold has expired; 0 if it was released before its expiry.
    @Test(arguments: [true, false], [46 as Int64, 0])
    func `an expired hold is renewed, or the shortfall is reported`(
        isThere: Bool, minutes: Int64
    ) async throws {
        let till = try await Till()
        let session = try await till.checkout("10.00")
        let card = try await till.balance("10.00")
        try await till.attach(card, to: session, upTo: "8.00")
        let later = now.adding(seconds: minutes * Self.minute)
        try await till.sweep(session, at: later)
        if !isThere {
            let other = try await till.checkout("5.00", at: later)
            try await till.attach(card, to: other, at: later)
        }
        let bank = Bank()
        let answer = try await till.pay(session, by: bank.processor(), at: later)
        guard !isThere else {
            #expect(answer.isSuccess)
            #expect(bank.asked.all.map(\.amount) == [money("2.00")])
            #expect(try await till.says(card) == "2.00 held 0.00")
            return
        }
        #expect(!answer.isSuccess && bank.asked.all.isEmpty)
        #expect(answer.balance?.code == "insufficient_balance")
        #expect(answer.balance?.shortfall == money("3.00"))
        #expect(answer.errors.map(\.code.rawValue) == ["unknown"])
        // The next update shows the card's new amount, and the buyer pays that.
        let select = SelectPaymentMethod(context: till.context(session, at: later), kind: nil)
        let shown = try await select(on: till.database)
        #expect(shown.price.total == money("5.00") && shown.session.version == 3)
        #expect(try await till.pay(session, by: bank.processor(), at: later).isSuccess)
        #expect(bank.asked.all.map(\.amount) == [money("5.00")])
    }

    /// Neither card nor balance pays more than was shown, although the balance has more by now.
    @Test func `a balance that has more by now pays the shown amount`() async throws {
        let till = try await Till()
        let first = try await till.checkout("7.00")
        let session = try await till.checkout("10.00")
        let card = try await till.balance("10.00")
        try await till.attach(card, to: first)
        try await till.attach(card, to: session)
        try await till.detach(card, from: first)
        let bank = Bank()
        #expect(try await till.pay(session, by: bank.processor(), version: 2).isSuccess)
        #expect(bank.asked.all.map(\.amount) == [money("7.00")])
        #expect(try await till.says(card) == "7.00 held 0.00")
    }

    @Test func `manual capture keeps the balance held without an end`() async throws {
        let till = try await Till()
        for hasCard in [false, true] {
            let session = try await till.checkout("10.00") { $0.captureMethod = .manual }
            let card = try await till.balance(hasCard ? "4.00" : "10.00")
            try await till.attach(card, to: session)
            let paid =
                hasCard
                ? try await till.pay(session, by: Bank().processor())
                : try await till.payByBalance(session)
            #expect(paid.isSuccess)
            let stored = try await till.session(session)
            #expect(stored.state == .authorized)
            #expect(stored.authorized == 1000 && stored.captured == 0)
            #expect(try await till.holds(session) == [hasCard ? "active 4.00" : "active 10.00"])
            #expect(try await till.events(session) == ["checkout.authorized"])
        }
    }

    @Test func `a pending total is authorized by balance alone and captured later`() async throws {
        let till = try await Till()
        let card = try await till.balance("12.00")
        let session = try await till.checkout("10.00") {
            $0.cartContent = .items([item("10.00"), item("5.00", pending: true)])
            $0.authorizationAmount = money("20.00")
        }
        try await till.attach(card, to: session)
        #expect(try await till.payByBalance(session).isSuccess)
        #expect(try await till.session(session).state == .authorized)
        #expect(try await till.holds(session) == ["active 12.00"])
    }

    @Test func `a buyer uses a coupon once, with a card or with balances`() async throws {
        let till = try await Till()
        let terms = CouponTerms(
            reduction: .percentage(Rate(percent: "10")!), redemptionsPerBuyerMax: 1)
        let coupon = try await till.coupon("ONCE", terms)
        var ends: [End] = []
        for _ in 0..<2 {
            let session = try await till.checkout("10.00", coupon: coupon) {
                $0.supportsCouponCode = true
                $0.requiredShippingContactFields = [.email]
            }
            try await till.attach(try await till.balance("9.00"), to: session)
            let contact = Contact(emailAddress: "jo@example.com")
            ends.append(
                await End { try await till.payByBalance(session, shipping: contact) })
        }
        #expect(ends == [.paid, .reported(["couponCodeInvalid"])])
        #expect(try await till.redemptions(coupon) == 1)
    }
}
