import CartSupport
import Contacts
import Merchants
import Testing
import Vocabulary

@testable import Carts

/// docs/rules/money.md#5: coupons apply to final amounts; their windows, limits and minimum.
@Suite struct PricingRule5Tests {
    @Test func `a percentage applies to final amounts, and to the rest once it is final`() throws {
        let half = CouponTerms(reduction: .percentage(Rate(percent: "50")!))
        let before = try price(
            cart(item("10.00"), item("7.00", pending: true, name: "Fish")), coupon: half)
        #expect(text(before) == "Subtotal 10.00, Fish pending, Discount -5.00 = 5.00 pending")
        let after = try price(cart(item("10.00"), item("6.40", name: "Fish")), coupon: half)
        #expect(text(after) == "Subtotal 16.40, Discount -8.20 = 8.20")
    }

    struct Reduction: Sendable {
        let terms: CouponTerms
        let expected: String
    }

    static let reductions: [Reduction] = [
        Reduction(
            terms: CouponTerms(reduction: .percentage(Rate(percent: "100")!)),
            expected: "Subtotal 9.99, Discount -9.99, Shipping 5.00 = 5.00"),
        Reduction(
            terms: CouponTerms(reduction: .percentage(Rate(percent: "33.3333")!)),
            expected: "Subtotal 9.99, Discount -3.33, Shipping 5.00 = 11.66"),
        Reduction(
            terms: CouponTerms(reduction: .amount(money("20.00"))),
            expected: "Subtotal 9.99, Discount -9.99, Shipping 5.00 = 5.00"),
        Reduction(
            terms: CouponTerms(reduction: .freeDelivery), expected: "Subtotal 9.99 = 9.99"),
    ]

    @Test("a coupon is worth at most the goods", arguments: reductions)
    func reducing(row: Reduction) throws {
        var request = cart(item("9.99"))
        request.shippingMethods = [method("post", "5.00"), method("air", "9.00")]
        #expect(try text(price(request, coupon: row.terms)) == row.expected)
    }

    @Test func `free delivery shows every method with a price of zero`() throws {
        var request = cart(item("9.99"))
        request.shippingMethods = [method("post", "5.00"), method("air", "9.00")]
        let free = try price(request, coupon: CouponTerms(reduction: .freeDelivery))
        #expect(free.methods.map(\.amount.decimal) == ["0.00", "0.00"])
    }

    struct Judged: Sendable, CustomTestStringConvertible {
        let name: String
        let terms: CouponTerms
        var at = now
        var subtotal = money("10.00")
        var redemptions: Int64 = 0
        var ofBuyer: Int64?
        var archived = false
        let expected: CouponValidity
        var testDescription: String { name }
    }

    static let tenOff: CouponTerms.Reduction = .percentage(Rate(percent: "10")!)
    static let judged: [Judged] = [
        Judged(name: "no limits", terms: CouponTerms(reduction: tenOff), expected: .valid),
        Judged(
            name: "archived", terms: CouponTerms(reduction: tenOff), archived: true,
            expected: .unknown),
        Judged(
            name: "an amount of another currency",
            terms: CouponTerms(reduction: .amount(money("1", euros))), expected: .unknown),
        Judged(
            name: "a minimum of another currency",
            terms: CouponTerms(reduction: tenOff, minimum: money("1", euros)), expected: .unknown),
        Judged(
            name: "before its start",
            terms: CouponTerms(reduction: tenOff, startsAt: now.adding(seconds: 1)),
            expected: .notYet),
        Judged(
            name: "at its start", terms: CouponTerms(reduction: tenOff, startsAt: now),
            expected: .valid),
        Judged(
            name: "just before its end",
            terms: CouponTerms(reduction: tenOff, endsAt: now.adding(seconds: 1)), expected: .valid),
        Judged(
            name: "at its end", terms: CouponTerms(reduction: tenOff, endsAt: now),
            expected: .expired),
        Judged(
            name: "one redemption left", terms: CouponTerms(reduction: tenOff, redemptionsMax: 5),
            redemptions: 4, expected: .valid),
        Judged(
            name: "none left", terms: CouponTerms(reduction: tenOff, redemptionsMax: 5),
            redemptions: 5, expected: .exhausted),
        Judged(
            name: "the buyer is not known yet",
            terms: CouponTerms(reduction: tenOff, redemptionsPerBuyerMax: 1), expected: .valid),
        Judged(
            name: "the buyer has not used it",
            terms: CouponTerms(reduction: tenOff, redemptionsPerBuyerMax: 1), ofBuyer: 0,
            expected: .valid),
        Judged(
            name: "the buyer has used it",
            terms: CouponTerms(reduction: tenOff, redemptionsPerBuyerMax: 1), ofBuyer: 1,
            expected: .usedByBuyer),
        Judged(
            name: "at the minimum",
            terms: CouponTerms(reduction: tenOff, minimum: money("10.00")), expected: .valid),
        Judged(
            name: "below the minimum",
            terms: CouponTerms(reduction: tenOff, minimum: money("10.01")),
            expected: .belowMinimum(money("10.01"))),
        Judged(
            name: "expired comes before exhausted and below the minimum",
            terms: CouponTerms(
                reduction: tenOff, endsAt: now, redemptionsMax: 1, minimum: money("99")),
            redemptions: 1, expected: .expired),
        Judged(
            name: "exhausted comes before used by the buyer",
            terms: CouponTerms(reduction: tenOff, redemptionsMax: 1, redemptionsPerBuyerMax: 1),
            redemptions: 1, ofBuyer: 1, expected: .exhausted),
    ]

    @Test("a coupon within its limits is valid, any other has a reason", arguments: judged)
    func judging(row: Judged) {
        let merchant = MerchantNumber(1)
        let coupon = Coupon(
            id: Coupon.ID(merchant: merchant, uuid: UUID128(high: 0, low: 0)),
            code: CouponCode("SPRING")!, terms: row.terms, createdAt: now,
            archivedAt: row.archived ? now : nil)
        let validity = coupon.checkValidity(
            at: row.at, subtotal: row.subtotal, redemptions: row.redemptions,
            buyerRedemptions: row.ofBuyer)
        #expect(validity == row.expected)
    }

    @Test func `the minimum applies to the final goods before the discount`() throws {
        let request = cart(item("10.00"), item("5.00", pending: true))
        #expect(try Pricing.subtotal(of: request) == money("10.00"))
    }
}
