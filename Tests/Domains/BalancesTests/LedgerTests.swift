import Outbox
import Testing
import Vocabulary

@testable import Balances

/// The posting rules, without a database.
@Suite struct LedgerTests {
    private static let merchant = MerchantNumber(7)

    private static func uuid(_ number: UInt64) -> UUID128 { UUID128(high: 1, low: number) }

    private static func balance(_ number: UInt64, _ cents: Int64, _ currency: Currency = dollar)
        -> Balance
    {
        var balance = Balance(
            id: Balance.ID(merchant: merchant, uuid: uuid(number)), kind: .prepaid,
            currency: currency, createdAt: now)
        balance.amount.minorUnits = cents
        return balance
    }

    private static func hold(_ cents: Int64, of balance: Balance, until: Instant? = nil) -> Hold {
        Hold(
            id: Hold.ID(merchant: merchant, uuid: uuid(99)), balance: balance.id,
            amount: dollars(cents),
            owner: Hold.Owner(checkout: uuid(50), position: 0), expiresAt: until, createdAt: now)
    }

    private static func cause(_ kind: Transfer.Kind, _ number: UInt64 = 40) -> Transfer.Cause {
        Transfer.Cause(id: uuid(number), kind: kind)
    }

    @Test func `a movement is one transfer with the remaining amount at both ends`() throws {
        let (one, other) = (Self.balance(1, 500), Self.balance(2, 30))
        var ledger = Ledger(of: Self.merchant, [one, other], at: now)
        try ledger.move(
            dollars(120), from: .balance(one.id), to: .balance(other.id), for: Self.cause(.transfer)
        )
        let transfer = try #require(ledger.transfers.first)
        #expect(ledger.transfers.count == 1)
        #expect(transfer.fromAfter == 380)
        #expect(transfer.toAfter == 150)
        #expect(try ledger.balance(one.id).amount == dollars(380))
        #expect(try ledger.balance(other.id).amount == dollars(150))
        #expect(ledger.events.map(\.kind) == [.balanceDebited, .balanceCredited])
        #expect(ledger.events.map(\.balance.events) == [1, 1])
        #expect([transfer.fromNumber, transfer.toNumber] == [1, 1])
    }

    @Test func `the movements of one cause are numbered by kind`() throws {
        let one = Self.balance(1, 500)
        var ledger = Ledger(of: Self.merchant, [one], at: now)
        for (kind, to) in [
            (Transfer.Kind.capture, SystemAccount.revenue), (.capture, .revenue),
            (.debit, .withdrawal),
        ] {
            try ledger.move(
                dollars(1), from: .balance(one.id), to: .system(to), for: Self.cause(kind))
        }
        try ledger.move(
            dollars(1), from: .system(.processor), to: .system(.revenue), for: Self.cause(.capture))
        try ledger.move(
            dollars(1), from: .system(.processor), to: .system(.revenue),
            for: Self.cause(.capture, 41))
        #expect(ledger.transfers.map(\.part) == [0, 1, 0, 2, 0])
        #expect(ledger.transfers.map(\.fromNumber) == [1, 2, 3, nil, nil])
    }

    private static let refused: [(String, Money, UInt64?, UInt64?, any Error & Equatable)] = [
        (
            "more than there is", dollars(501), 1, nil,
            BalanceRefusal.insufficient(available: dollars(500), shortfall: dollars(1))
        ),
        (
            "what is held", dollars(401), 3, nil,
            BalanceRefusal.held(available: dollars(400), shortfall: dollars(1))
        ),
        (
            "out of another currency", Money(minorUnits: 1, currency: euro), 1, nil,
            BalanceRefusal.otherCurrency(given: euro, held: dollar)
        ),
        (
            "into another currency", dollars(1), nil, 4,
            BalanceRefusal.otherCurrency(given: dollar, held: euro)
        ),
        ("beyond what can be counted", dollars(1), nil, 5, BalanceRefusal.outOfRange),
        ("nothing", dollars(0), 1, nil, Ledger.Fault.invalidTransfer),
        ("less than nothing", dollars(-1), 1, nil, Ledger.Fault.invalidTransfer),
        ("to where it is", dollars(1), 1, 1, Ledger.Fault.invalidTransfer),
        ("of what was not locked", dollars(1), 9, nil, Ledger.Fault.notLocked),
        ("to what was not locked", dollars(1), nil, 9, Ledger.Fault.notLocked),
    ]

    @Test(arguments: refused.map(\.0))
    func `an invalid movement changes no balance`(name: String) throws {
        let (_, amount, from, to, error) = try #require(Self.refused.first { $0.0 == name })
        var promised = Self.balance(3, 500)
        promised.held = 100
        var ledger = Ledger(
            of: Self.merchant,
            [
                Self.balance(1, 500), promised, Self.balance(4, 500, euro),
                Self.balance(5, Money.minorUnitsMax),
            ], at: now)
        let account = { (number: UInt64) in
            Account.balance(Balance.ID(merchant: Self.merchant, uuid: Self.uuid(number)))
        }
        do {
            try ledger.move(
                amount, from: from.map(account) ?? .system(.issuance),
                to: to.map(account) ?? .system(.withdrawal), for: Self.cause(.transfer))
            Issue.record("the ledger accepted the transfer")
        } catch let thrown as BalanceRefusal {
            #expect(thrown == error as? BalanceRefusal)
        } catch let thrown as Ledger.Fault {
            #expect(thrown == error as? Ledger.Fault)
        }
        #expect(ledger.transfers.isEmpty)
        #expect(ledger.events.isEmpty)
        #expect(
            ledger.balances.values.reduce(0) { $0 + $1.amount.minorUnits } - 1_500
                == Money.minorUnitsMax)
    }

    @Test func `a hold is captured in parts, and the captured amount is refunded`() throws {
        let card = Self.balance(1, 1_000)
        let hold = Self.hold(700, of: card)
        var ledger = Ledger(of: Self.merchant, [card], at: now)
        try ledger.add(hold)
        #expect(try ledger.balance(card.id).held == 700)
        #expect(try ledger.balance(card.id).available == dollars(300))

        try ledger.reserve(capturing: 200, of: hold.id)
        #expect(try ledger.hold(hold.id).capturable == 500)
        #expect(throws: BalanceRefusal.exceedsHold) {
            try ledger.reserve(capturing: 501, of: hold.id)
        }
        #expect(throws: Ledger.Fault.notReserved) { try ledger.release(hold.id) }
        try ledger.capture(
            200, of: hold.id, to: .system(.revenue), for: Self.cause(.capture), reserved: true,
            isLast: false)
        #expect(try ledger.hold(hold.id).capturing == 0)
        #expect(try ledger.balance(card.id).amount == dollars(800))
        #expect(try ledger.balance(card.id).held == 500)

        try ledger.capture(
            300, of: hold.id, to: .system(.revenue), for: Self.cause(.capture, 41), isLast: true)
        #expect(try ledger.hold(hold.id).state == .captured)
        #expect(try ledger.balance(card.id).held == 0)
        #expect(try ledger.balance(card.id).available == dollars(500))
        #expect(throws: BalanceRefusal.holdEnded) {
            try ledger.capture(
                1, of: hold.id, to: .system(.revenue), for: Self.cause(.capture, 42),
                isLast: false)
        }

        try ledger.reserve(refunding: 100, of: hold.id)
        #expect(throws: BalanceRefusal.exceedsHold) {
            try ledger.refund(401, of: hold.id, for: Self.cause(.refund))
        }
        try ledger.refund(400, of: hold.id, for: Self.cause(.refund))
        try ledger.refund(100, of: hold.id, for: Self.cause(.refund, 41), reserved: true)
        #expect(try ledger.hold(hold.id).refunded == 500)
        #expect(try ledger.hold(hold.id).refunding == 0)
        #expect(try ledger.balance(card.id).amount == dollars(1_000))
        #expect(throws: BalanceRefusal.exceedsHold) {
            try ledger.refund(1, of: hold.id, for: Self.cause(.refund, 42))
        }
        #expect(
            ledger.events.map(\.kind) == [
                .balanceHeld, .balanceCaptured, .balanceCaptured, .balanceCredited,
                .balanceCredited,
            ])
        #expect(ledger.events.map(\.balance.events) == [1, 2, 3, 4, 5])
        #expect(ledger.transfers.map { $0.fromNumber ?? $0.toNumber } == [2, 3, 4, 5])
    }

    @Test func `a hold is enlarged only within the available amount`() throws {
        let card = Self.balance(1, 1_000)
        let hold = Self.hold(600, of: card)
        var ledger = Ledger(of: Self.merchant, [card], at: now)
        try ledger.add(hold)
        try ledger.resize(hold.id, to: 1_000)
        #expect(try ledger.balance(card.id).available == dollars(0))
        #expect(
            throws: BalanceRefusal.insufficient(available: dollars(1_000), shortfall: dollars(1))
        ) {
            try ledger.resize(hold.id, to: 1_001)
        }
        try ledger.resize(hold.id, to: 250)
        #expect(try ledger.balance(card.id).available == dollars(750))
        try ledger.reserve(capturing: 200, of: hold.id)
        #expect(throws: BalanceRefusal.exceedsHold) { try ledger.resize(hold.id, to: 199) }
        try ledger.resize(hold.id, to: 250)
        #expect(
            ledger.events.map(\.kind) == [.balanceHeld, .balanceHeld, .balanceReleased],
            "resizing to the same amount emits no event")
    }

    @Test func `a hold of zero is possible, but not on an expired balance`() throws {
        var card = Self.balance(1, 0)
        var ledger = Ledger(of: Self.merchant, [card], at: now)
        try ledger.add(Self.hold(0, of: card))
        try ledger.release(Self.hold(0, of: card).id)
        card.expiresAt = now
        ledger = Ledger(of: Self.merchant, [card], at: now)
        #expect(throws: BalanceRefusal.expired) { try ledger.add(Self.hold(0, of: card)) }
    }

    @Test(arguments: [
        (Int64(0), Hold.State.released), (1, .captured),
    ])
    func `a hold ends as captured after a partial capture, otherwise as released`(
        taken: Int64, state: Hold.State
    )
        throws
    {
        let card = Self.balance(1, 1_000)
        let hold = Self.hold(700, of: card)
        for isReleased in [true, false] {
            var ledger = Ledger(of: Self.merchant, [card], at: now)
            try ledger.add(hold)
            try ledger.capture(
                taken, of: hold.id, to: .system(.revenue), for: Self.cause(.capture),
                isLast: !isReleased)
            if isReleased { try ledger.release(hold.id) }
            #expect(try ledger.hold(hold.id).state == state)
            #expect(try ledger.hold(hold.id).endedAt == now)
            #expect(try ledger.balance(card.id).held == 0)
            #expect(ledger.transfers.count == Int(taken))
        }
    }

    @Test func `a hold is captured although its balance has frozen and expired since`() throws {
        var card = Self.balance(1, 1_000)
        let hold = Self.hold(700, of: card)
        card.held = 700
        card.frozen = .dispute
        card.expiresAt = now
        var ledger = Ledger(of: Self.merchant, [card], holds: [hold], at: now)
        try ledger.capture(
            700, of: hold.id, to: .system(.revenue), for: Self.cause(.capture), isLast: true)
        #expect(try ledger.balance(card.id).amount == dollars(300))
    }

    @Test func `an expired hold can be neither captured nor released`() throws {
        let card = Self.balance(1, 1_000)
        let hold = Self.hold(700, of: card, until: now)
        var ledger = Ledger(of: Self.merchant, [card], holds: [hold], at: now)
        #expect(throws: BalanceRefusal.holdEnded) { try ledger.release(hold.id) }
        #expect(throws: BalanceRefusal.holdEnded) { try ledger.extend(hold.id, to: nil) }
        #expect(throws: BalanceRefusal.holdEnded) {
            try ledger.capture(
                1, of: hold.id, to: .system(.revenue), for: Self.cause(.capture), isLast: true)
        }
    }

    @Test func `a capture that credits another balance emits events for both`() throws {
        let (card, other) = (Self.balance(1, 1_000), Self.balance(2, 0))
        let hold = Self.hold(700, of: card)
        var ledger = Ledger(of: Self.merchant, [card, other], at: now)
        try ledger.add(hold)
        try ledger.capture(
            700, of: hold.id, to: .balance(other.id), for: Self.cause(.capture), isLast: true)
        #expect(ledger.events.map(\.kind) == [.balanceHeld, .balanceCaptured, .balanceCredited])
        #expect(try ledger.balance(other.id).amount == dollars(700))
        #expect(ledger.transfers.map(\.toNumber) == [1])
    }

    @Test func `the first freeze reason stays until it is lifted`() throws {
        let card = Self.balance(1, 1_000)
        var ledger = Ledger(of: Self.merchant, [card], at: now)
        try ledger.freeze(card.id, as: .merchant)
        try ledger.freeze(card.id, as: .dispute)
        #expect(try ledger.balance(card.id).frozen == .merchant)
        try ledger.unfreeze(card.id, from: .dispute)
        #expect(try ledger.balance(card.id).frozen == .merchant)
        try ledger.unfreeze(card.id, from: .merchant)
        try ledger.unfreeze(card.id)
        #expect(try ledger.balance(card.id).frozen == nil)
        #expect(ledger.events.map(\.kind) == [.balanceFrozen, .balanceUnfrozen])
    }
}
