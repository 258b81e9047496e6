import Balances
import CartSupport
import Contacts
import Merchants
import Testing
import Vocabulary

@testable import Carts

/// Balances' shares of a price (docs/rules/money.md#2, #4, #13, #14;
/// docs/rules/demands.md#20, #21).
@Suite struct TenderPricingTests {
    private static let merchant = MerchantNumber(1)

    private static func tender(
        _ amount: String = "0", _ kind: Balance.Kind = .giftCard, hint: String? = "1234",
        limit: String? = nil, number: UInt64 = 1
    ) -> Tender {
        Tender(
            balance: Balance.ID(merchant: merchant, uuid: UUID128(high: 0, low: number)),
            hold: Hold.ID(merchant: merchant, uuid: UUID128(high: 1, low: number)), kind: kind,
            hint: hint,
            limit: limit.map { money($0).minorUnits }, amount: money(amount).minorUnits)
    }

    /// A total, each balance's amount and limit, and the amount that each balance pays.
    private static let shares: [(String, [(String, String?)], [String])] = [
        ("10.00", [], []),
        ("10.00", [("100.00", nil)], ["10.00"]),
        ("10.00", [("4.00", nil)], ["4.00"]),
        ("10.00", [("4.00", nil), ("100.00", nil)], ["4.00", "6.00"]),
        // The second of two gift cards is not used if the first is enough.
        ("10.00", [("10.00", nil), ("10.00", nil)], ["10.00", "0.00"]),
        ("10.00", [("100.00", "3.00"), ("100.00", nil)], ["3.00", "7.00"]),
        ("10.00", [("2.00", "3.00"), ("2.00", "1.00")], ["2.00", "1.00"]),
        ("10.00", [("0.00", nil), ("100.00", nil)], ["0.00", "10.00"]),
        ("0.00", [("100.00", nil)], ["0.00"]),
    ]

    @Test(arguments: shares)
    func `balances pay in their order and stop at the total`(
        total: String, has: [(String, String?)], pays: [String]
    ) {
        let tenders = has.map { Self.tender(limit: $0.1) }
            .allocating(money(total).minorUnits, having: has.map { money($0.0).minorUnits })
        #expect(tenders.map(\.amount) == pays.map { money($0).minorUnits })
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a balance pays nothing while an earlier one has money left`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let total = Int64.random(in: 0...1000, using: &random)
            let most = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                Int64.random(in: -1...400, using: &random)
            }
            let shares = Tender.shares(of: total, atMost: most)
            #expect(shares.count == most.count)
            #expect(shares.reduce(0, +) == min(total, most.reduce(0) { $0 + max(0, $1) }))
            for (index, share) in shares.enumerated() {
                #expect(share >= 0 && share <= max(0, most[index]))
                if share > 0 {
                    #expect(zip(shares, most).prefix(index).allSatisfy { $0 == max(0, $1) })
                }
            }
        }
    }

    private static func paid(
        _ request: CheckoutRequest, _ settings: MerchantSettings = MerchantSettings(),
        by tenders: [Tender], to place: Destination? = nil
    ) throws -> Price {
        let pricing = Pricing(request, settings: settings, destination: place, today: today)
        return try pricing.price(try pricing.price(), paidBy: tenders)
    }

    @Test func `each balance that pays has a line, and the total is the rest for the card`() throws
    {
        let price = try Self.paid(
            cart(item("10.00")), settings(rates: [rate("8")]),
            by: [
                Self.tender("2.50"), Self.tender("3.00", .storeCredit, hint: nil, number: 2),
                Self.tender("0.00", number: 3),
            ])
        #expect(
            text(price)
                == "Subtotal 10.00, Tax 0.80, Gift card ••1234 -2.50, Store credit -3.00 = 5.30")
        #expect(price.authorizationAmount == money("5.30"))
        #expect(price.tax == money("0.80"))
        #expect(price.parts.reduce(price.deliveryPart.paid) { $0 + $1.paid } == 1080)
    }

    @Test func `a balance that covers everything leaves a total of zero`() throws {
        let price = try Self.paid(cart(item("10.00")), by: [Self.tender("10.00")])
        #expect(text(price) == "Subtotal 10.00, Gift card ••1234 -10.00 = 0.00")
        #expect(price.authorizationAmount == money("0"))
    }

    @Test func `a balance holds a pending total's estimate and shows the final part`() throws {
        var request = cart(item("10.00"), item("5.00", pending: true))
        request.authorizationAmount = money("20.00")
        let price = try Self.paid(request, by: [Self.tender("15.00")])
        #expect(
            text(price) == "Subtotal 10.00, Thing pending, Gift card ••1234 -10.00 = 0.00 pending")
        #expect(price.authorizationAmount == money("5.00"))
    }

    @Test func `the amounts for several merchants are at most the card's part`() throws {
        var request = cart(item("10.00"))
        request.tokenContexts = [
            TokenContext(
                merchantIdentifier: "merchant.a", externalIdentifier: "a", merchantName: "A",
                merchantDomain: nil,
                amount: money("8.00"))
        ]
        #expect(throws: PricingRefusal.tokenContextsExceedTotal) {
            try Self.paid(request, by: [Self.tender("3.00")])
        }
        _ = try Self.paid(request, by: [Self.tender("2.00")])
    }
}
