import Testing
import Vocabulary

@testable import Balances

/// The check of a debit or a credit against a balance (docs/rules/demands.md#25: held is not
/// empty).
@Suite struct BalanceRefusalTests {
    private static let id = Balance.ID(
        merchant: MerchantNumber(7), uuid: UUID128(high: 1, low: 1))

    private static func balance(
        _ amount: Int64, held: Int64 = 0, frozen: Bool = false, expired: Bool = false
    ) -> Balance {
        var balance = Balance(
            id: id, kind: .giftCard, currency: dollar,
            expiresAt: expired ? now : now.adding(seconds: 1), createdAt: now)
        balance.amount.minorUnits = amount
        balance.held = held
        balance.frozen = frozen ? .merchant : nil
        return balance
    }

    private static let wanted: [(String, Balance, Money, BalanceRefusal?)] = [
        ("all that is there", balance(500), dollars(500), nil),
        ("zero of an empty balance", balance(0), dollars(0), nil),
        (
            "a cent too much", balance(500), dollars(501),
            .insufficient(available: dollars(500), shortfall: dollars(1))
        ),
        (
            "what is held for others", balance(500, held: 200), dollars(400),
            .held(available: dollars(300), shortfall: dollars(100))
        ),
        (
            "all, with some held", balance(500, held: 1), dollars(500),
            .held(available: dollars(499), shortfall: dollars(1))
        ),
        (
            "more than there is, with some held", balance(500, held: 200), dollars(501),
            .insufficient(available: dollars(300), shortfall: dollars(201))
        ),
        (
            "another currency", balance(500), Money(minorUnits: 1, currency: euro),
            .otherCurrency(given: euro, held: dollar)
        ),
        ("of a frozen one", balance(500, frozen: true), dollars(1), .frozen),
        ("zero of a frozen balance", balance(500, frozen: true), dollars(0), .frozen),
        ("of an expired one", balance(500, expired: true), dollars(1), .expired),
        (
            "of an expired and frozen one in another currency",
            balance(0, frozen: true, expired: true), Money(minorUnits: 1, currency: euro), .expired
        ),
        (
            "of a frozen one in another currency", balance(0, frozen: true),
            Money(minorUnits: 1, currency: euro), .frozen
        ),
    ]

    @Test(arguments: wanted.map(\.0))
    func `a debit is refused with the first reason in a fixed order`(name: String) throws {
        let (_, balance, money, refusal) = try #require(Self.wanted.first { $0.0 == name })
        #expect(balance.refusal(spending: money, at: now) == refusal)
    }

    private static let credited: [(String, Balance, Money, BalanceRefusal?)] = [
        ("a living one", balance(0), dollars(1), nil),
        ("a frozen one", balance(0, frozen: true), dollars(1), nil),
        ("an expired one", balance(0, expired: true), dollars(1), .expired),
        (
            "one in another currency", balance(0), Money(minorUnits: 1, currency: euro),
            .otherCurrency(given: euro, held: dollar)
        ),
        ("to the brim", balance(0), dollars(Money.minorUnitsMax), nil),
        ("beyond the brim", balance(1), dollars(Money.minorUnitsMax), .outOfRange),
    ]

    @Test(arguments: credited.map(\.0))
    func `a credit is accepted by balances that can be spent later`(name: String) throws {
        let (_, balance, money, refusal) = try #require(Self.credited.first { $0.0 == name })
        #expect(balance.refusal(crediting: money, at: now) == refusal)
    }

    @Test func `a deficit that overflows is out of range`() {
        var odd = Self.balance(0)
        odd.amount.minorUnits = -2
        #expect(odd.deficit(of: dollars(Int64.max)) == .outOfRange)
    }
}
