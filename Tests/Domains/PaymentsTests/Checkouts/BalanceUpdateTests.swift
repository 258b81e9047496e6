import Balances
import CartSupport
import Contacts
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Balances that pay for a sheet while it is open (docs/rules/money.md#13;
/// docs/rules/demands.md#20 to #22, #25, #26).
struct BalanceUpdateTests {
    private static let minute: Int64 = 60

    @Test func `exactly the balance's part is held, and the card pays the rest`() async throws {
        let till = try await Till()
        let session = try await till.checkout("10.00")
        let small = try await till.balance("4.00")
        let large = try await till.balance("100.00")
        let first = try await till.attach(small, to: session)
        #expect(text(first.price) == "Subtotal 10.00, Store credit -4.00 = 6.00")
        #expect(first.session.version == 2)
        let second = try await till.attach(large, to: session)
        #expect(
            text(second.price)
                == "Subtotal 10.00, Store credit -4.00, Store credit -6.00 = 0.00")
        #expect(try await till.says(small) == "4.00 held 4.00")
        #expect(try await till.says(large) == "100.00 held 6.00")
        #expect(
            try await till.holds(session) == [
                "active 4.00 until 45 min", "active 6.00 until 45 min",
            ])
        let stored = try await till.session(session)
        #expect(stored.tenders == second.session.tenders)
        #expect(stored.total == money("0") && stored.tendered == 1000 && stored.version == 3)
    }

    @Test func `attaching the same balance again changes nothing`() async throws {
        let till = try await Till()
        let session = try await till.checkout("10.00")
        let card = try await till.balance("4.00")
        let first = try await till.attach(card, to: session)
        let again = try await till.attach(card, to: session)
        #expect(again.session.version == first.session.version && again.balance == nil)
        #expect(again.price == first.price)
        #expect(try await till.holds(session) == ["active 4.00 until 45 min"])
        let limited = try await till.attach(card, to: session, upTo: "1.00")
        #expect(limited.price.total == money("9.00"))
        #expect(try await till.says(card) == "4.00 held 1.00")
        #expect(try await till.attach(card, to: session).price.total == money("6.00"))
    }

    @Test func `detaching a balance releases it, and the next balance pays instead`() async throws {
        let till = try await Till()
        let session = try await till.checkout("10.00")
        let one = try await till.balance("10.00")
        let two = try await till.balance("10.00")
        try await till.attach(one, to: session)
        try await till.attach(two, to: session)
        #expect(try await till.says(two) == "10.00 held 0.00")
        let remaining = try await till.detach(one, from: session)
        #expect(text(remaining.price) == "Subtotal 10.00, Store credit -10.00 = 0.00")
        #expect(try await till.says(one) == "10.00 held 0.00")
        #expect(try await till.says(two) == "10.00 held 10.00")
        try await till.detach(two, from: session)
        let again = try await till.detach(two, from: session)
        #expect(text(again.price) == "Subtotal 10.00 = 10.00")
        #expect(try await till.says(two) == "10.00 held 0.00")
        let stored = try await till.session(session)
        #expect(stored.tenders.isEmpty && stored.total == money("10.00"))
        #expect(
            try await till.events(of: two)
                == [
                    "balance.credited", "balance.held", "balance.held", "balance.released",
                ])
    }

    @Test func `a sheet update that changes the total divides it again among the tenders`()
        async throws
    {
        let till = try await Self.shop()
        let session = try await till.checkout("10.00") { $0 = delivered($0) }
        let card = try await till.balance("12.00")
        try await till.attach(card, to: session)
        #expect(try await till.says(card) == "12.00 held 10.00")
        let verb = SelectShippingContact(
            context: till.context(session), contact: Self.contact("US", "95014"))
        let dearer = try await verb(on: till.database)
        #expect(
            text(dearer.price) == "Subtotal 10.00, Shipping 5.00, Store credit -12.00 = 3.00")
        #expect(try await till.says(card) == "12.00 held 12.00")
        // An update that changes nothing emits no event.
        let quiet = SelectPaymentMethod(context: till.context(session), kind: nil)
        let before = try await till.events(of: card).count
        #expect(try await quiet(on: till.database).price.total == money("3.00"))
        #expect(try await till.events(of: card).count == before)
        #expect(try await till.session(session).tendered == 1200)
    }

    /// The money is held for at least 30 minutes after each update, but not beyond the checkout's
    /// expiry.
    @Test func `a sheet update extends a hold before it expires`() async throws {
        let till = try await Till()
        let session = try await till.checkout("10.00") {
            $0.expiresAt = now.adding(seconds: 100 * Self.minute)
        }
        let card = try await till.balance("12.00")
        try await till.attach(card, to: session)
        for (minutes, expected) in [
            (14 as Int64, "active 10.00 until 45 min"), (16, "active 10.00 until 61 min"),
            (60, "active 10.00 until 100 min"), (99, "active 10.00 until 100 min"),
        ] {
            let moment = now.adding(seconds: minutes * Self.minute)
            let verb = SelectPaymentMethod(context: till.context(session, at: moment), kind: nil)
            let answer = try await verb(on: till.database)
            #expect(answer.price.total == money("0") && answer.session.version == 2)
            #expect(try await till.holds(session) == [expected], "\(minutes)")
        }
    }

    @Test(arguments: [false, true])
    func `an expired hold is renewed with the available amount`(isSwept: Bool) async throws {
        let till = try await Till()
        let session = try await till.checkout("10.00")
        let card = try await till.balance("10.00")
        try await till.attach(card, to: session)
        let later = now.adding(seconds: 46 * Self.minute)
        if isSwept { try await till.sweep(session, at: later) }
        let other = try await till.checkout("7.00", at: later)
        if isSwept { try await till.attach(card, to: other, at: later) }
        let verb = SelectPaymentMethod(context: till.context(session, at: later), kind: nil)
        let answer = try await verb(on: till.database)
        #expect(answer.price.total == money(isSwept ? "7.00" : "0.00"))
        #expect(answer.session.version == (isSwept ? 3 : 2))
        #expect(try await till.says(card) == "10.00 held 10.00")
        let active = isSwept ? "active 3.00 until 45 min" : "active 10.00 until 45 min"
        #expect(try await till.holds(session, at: later).contains(active))
    }

    private static let troubles: [(String, String?, String)] = [
        ("empty", nil, "insufficient_balance 10.00"), ("held", nil, "balance_held 5.00"),
        ("expired", nil, "balance_expired"), ("frozen", nil, "balance_frozen"),
        ("euros", nil, "currency_mismatch"), ("small", "6.00", "insufficient_balance 1.00"),
        ("held", "3.00", "balance_held 3.00"), ("unknown code", nil, "unknown_code"),
        ("sixth", nil, "too_many_balances"),
    ]

    @Test(arguments: troubles)
    func `a balance that cannot pay is refused with a reason and changes nothing`(
        kind: String, limit: String?, trouble: String
    ) async throws {
        let till = try await Till()
        let session = try await till.checkout("10.00")
        var balanceReference: AttachBalance.BalanceReference = .code("NO-SUCH-CODE-2345")
        switch kind {
        case "empty": balanceReference = .balance(try await till.balance("0.00"))
        case "small": balanceReference = .balance(try await till.balance("5.00"))
        case "expired":
            balanceReference = .balance(try await till.balance("5.00", expiresAt: now))
        case "euros": balanceReference = .balance(try await till.balance("5.00", in: euros))
        case "frozen":
            let card = try await till.balance("5.00")
            try await till.database.run(
                """
                UPDATE balances SET frozen_at = \(now), frozen_because = 'merchant'
                WHERE merchant_id = \(card.merchant) AND balance_id = \(card.uuid)
                """)
            balanceReference = .balance(card)
        case "held":
            let card = try await till.balance("5.00")
            try await till.attach(card, to: try await till.checkout("10.00"))
            balanceReference = .balance(card)
        case "sixth":
            for _ in 1...BalanceProblem.balancesMax {
                try await till.attach(try await till.balance("1.00"), to: session)
            }
            balanceReference = .balance(try await till.balance("5.00"))
        default: break
        }
        let before = try await till.session(session)
        let attach = AttachBalance(
            context: till.context(session), balanceReference: balanceReference,
            limit: { currency in limit.map { money($0, currency) } })
        let answer = try await till.database.transaction { try attach(in: $0) }
        let reported = try #require(answer.balance)
        #expect(
            ([reported.code] + (reported.shortfall.map { [$0.decimal] } ?? [])).joined(
                separator: " ")
                == trouble)
        #expect(answer.errors.map(\.code.rawValue) == ["unknown"])
        let after = try await till.session(session)
        #expect(after.tenders == before.tenders && after.version == before.version)
        #expect(answer.price.total == before.total)
    }

    @Test func `another merchant's balance is not found`() async throws {
        let till = try await Till()
        let other = try await Till(on: till.database)
        let card = try await other.balance("10.00")
        let session = try await till.checkout("10.00")
        await #expect(throws: BalanceRefusal.notFound) { try await till.attach(card, to: session) }
    }

    @Test func `a canceled checkout releases its balances`() async throws {
        let till = try await Till()
        let session = try await till.checkout("10.00")
        let card = try await till.balance("10.00")
        try await till.attach(card, to: session)
        let cancel = CancelCheckout(context: till.context(session), event: Till.identify(now))
        _ = try await till.database.transaction { try cancel(in: $0) }
        #expect(try await till.says(card) == "10.00 held 0.00")
        #expect(try await till.holds(session) == ["released 10.00"])
    }

    @Test func `a revised checkout is divided again among its tenders`() async throws {
        let till = try await Till()
        let session = try await till.checkout("10.00")
        let card = try await till.balance("12.00")
        try await till.attach(card, to: session)
        let revise = ReviseCheckout(context: till.context(session)) { old in
            var new = old
            new.cartContent = .items([item("15.00")])
            return new
        }
        let answer = try await till.database.transaction { try revise(in: $0) }
        #expect(text(answer.price) == "Subtotal 15.00, Store credit -12.00 = 3.00")
        #expect(try await till.says(card) == "12.00 held 12.00")
    }

    @Test func `for a pending total a balance holds at most the estimate`() async throws {
        let till = try await Till()
        for (estimate, held) in [("20.00", "12.00"), ("5.00", "5.00"), ("0.00", "0.00")] {
            let card = try await till.balance("12.00")
            let session = try await till.checkout("10.00") {
                $0.cartContent = .items([item("10.00"), item("5.00", pending: true)])
                $0.authorizationAmount = money(estimate)
            }
            let answer = try await till.attach(card, to: session)
            #expect(answer.balance == nil)
            #expect(try await till.says(card) == "12.00 held \(held)")
        }
    }

    private static func shop() async throws -> Till {
        try await Till {
            $0.shippingZones = [
                ShippingZone(
                    name: "US", areas: [ShippingArea(country: america)], currency: dollars,
                    methods: [
                        ZoneMethod(
                            identifier: "post", label: "Post", detail: "",
                            prices: [ZoneMethod.Step(from: 0, amount: 500)])
                    ])
            ]
        }
    }

    private static func contact(_ country: String, _ code: String) -> Contact {
        Contact(locality: "Town", postalCode: code, countryCode: country)
    }
}
