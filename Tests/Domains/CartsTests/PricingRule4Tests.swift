import CartSupport
import Contacts
import Merchants
import Testing
import Vocabulary

@testable import Carts

/// docs/rules/money.md#4: rates in millionths, rounded once per rate; the discount reduces the
/// taxable amount.
@Suite struct PricingRule4Tests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var items: [CartItem] = [item("10.00")]
        let rates: [TaxRate]
        var rounding = Rounding.halfAwayFromZero
        var methods: [ShippingMethod] = []
        var coupon: CouponTerms?
        let expected: String
        /// By rate, including taxes that the price contains.
        let taxes: [Int64]
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(
            name: "half a cent goes away from zero", items: [item("0.50")], rates: [rate("5")],
            expected: "Subtotal 0.50, Tax 0.03 = 0.53", taxes: [3]),
        Row(
            name: "less than half goes down", items: [item("0.49")], rates: [rate("5")],
            expected: "Subtotal 0.49, Tax 0.02 = 0.51", taxes: [2]),
        Row(
            name: "down by the merchant's setting", items: [item("0.59")], rates: [rate("5")],
            rounding: .down, expected: "Subtotal 0.59, Tax 0.02 = 0.61", taxes: [2]),
        Row(
            name: "rounded once per rate, not once per item",
            items: [item("0.10"), item("0.10"), item("0.10")], rates: [rate("5")],
            expected: "Subtotal 0.30, Tax 0.02 = 0.32", taxes: [2]),
        Row(
            name: "each rate by itself", items: [item("0.30")], rates: [rate("5"), rate("5")],
            expected: "Subtotal 0.30, Tax 0.04 = 0.34", taxes: [2, 2]),
        Row(
            name: "eight and seven eighths percent", items: [item("99.99")], rates: [rate("8.875")],
            expected: "Subtotal 99.99, Tax 8.87 = 108.86", taxes: [887]),
        Row(
            name: "a coupon reduces what is taxed", rates: [rate("10")],
            coupon: CouponTerms(reduction: .percentage(Rate(percent: "50")!)),
            expected: "Subtotal 10.00, Discount -5.00, Tax 0.50 = 5.50", taxes: [50]),
        Row(
            name: "delivery is taxed where the rate says so", rates: [rate("10", delivery: true)],
            methods: [method("post", "5.00")],
            expected: "Subtotal 10.00, Shipping 5.00, Tax 1.50 = 16.50", taxes: [150]),
        Row(
            name: "delivery is not taxed where it does not", rates: [rate("10")],
            methods: [method("post", "5.00")],
            expected: "Subtotal 10.00, Shipping 5.00, Tax 1.00 = 16.00", taxes: [100]),
        Row(
            name: "delivery is taxed after a coupon made it free",
            rates: [rate("10", delivery: true)], methods: [method("post", "5.00")],
            coupon: CouponTerms(reduction: .freeDelivery),
            expected: "Subtotal 10.00, Tax 1.00 = 11.00", taxes: [100]),
        Row(
            name: "a tax in the price adds nothing", items: [item("119.00")],
            rates: [rate("19", .included)], expected: "Subtotal 119.00 = 119.00", taxes: [1900]),
        Row(
            name: "two taxes in one price are parts of it", items: [item("110.00")],
            rates: [rate("5", .included), rate("5", .included)],
            expected: "Subtotal 110.00 = 110.00", taxes: [500, 500]),
        Row(
            name: "a discount reduces the tax in the price", items: [item("119.00")],
            rates: [rate("19", .included)], coupon: CouponTerms(reduction: .amount(money("59.50"))),
            expected: "Subtotal 119.00, Discount -59.50 = 59.50", taxes: [950]),
        Row(
            name: "a tax code takes its own rate, the rest the general one",
            items: [item("100.00"), item("100.00", taxCode: "book")],
            rates: [rate("19", .included), rate("7", .included, codes: ["book"])],
            expected: "Subtotal 200.00 = 200.00", taxes: [1597, 654]),
        Row(
            name: "a tax code that no rate names takes the general one",
            items: [item("10.00", taxCode: "toy")],
            rates: [rate("10"), rate("1", codes: ["book"])],
            expected: "Subtotal 10.00, Tax 1.00 = 11.00", taxes: [100]),
        Row(
            name: "a rate for codes is not for delivery",
            items: [item("10.00", taxCode: "book")],
            rates: [rate("20", delivery: true), rate("5", delivery: true, codes: ["book"])],
            methods: [method("post", "5.00")],
            expected: "Subtotal 10.00, Shipping 5.00, Tax 1.50 = 16.50", taxes: [100, 50]),
        Row(
            name: "exempt by a rate of nothing", items: [item("10.00", taxCode: "book")],
            rates: [rate("10"), rate("0", codes: ["book"])],
            expected: "Subtotal 10.00 = 10.00", taxes: [0]),
    ]

    @Test("taxes add up by rate", arguments: rows) func taxes(row: Row) throws {
        var request = CheckoutRequest(
            countryCode: america, currency: dollars, cartContent: .items(row.items))
        request.shippingMethods = row.methods
        let price = try price(
            request, settings(rates: row.rates, rounding: row.rounding), coupon: row.coupon)
        #expect(text(price) == row.expected)
        #expect(price.taxes.map(\.amount).sorted() == row.taxes.sorted())
        #expect(Sums.added(price) == Sums.stated(price))
    }

    @Test(
        "the place of delivery decides the rates",
        arguments: [
            (nil, "10.00"), ("US-CA", "10.80"), ("US-NY", "10.40"), ("US-OR", "10.00"),
            ("DE", "10.00"),
        ] as [(String?, String)])
    func places(place: String?, total: String) throws {
        let rates = [rate("8", region: "US-CA"), rate("4", region: "US-NY")]
        let destination = place.map {
            Destination(country: Country(String($0.prefix(2)))!, region: $0)
        }
        let price = try price(
            delivered(cart(item("10.00"))), settings(rates: rates), to: destination)
        #expect(price.total.decimal == total)
    }

    @Test func `a cart without delivery is taxed at the merchant's place`() throws {
        let rates = settings(rates: [rate("10"), rate("20", in: germany)])
        #expect(try price(cart(item("10.00")), rates).total == money("11.00"))
        #expect(try price(delivered(cart(item("10.00"))), rates).total == money("10.00"))
        var pickup = delivered(cart(item("10.00")))
        pickup.shippingType = .storePickup
        #expect(try price(pickup, rates).total == money("11.00"))
    }

    @Test func `a discount is split over items by largest remainder`() throws {
        let price = try price(
            cart(item("1.00"), item("1.00"), item("1.00")),
            coupon: CouponTerms(reduction: .amount(money("1.00"))))
        #expect(price.parts.map(\.discount) == [34, 33, 33])
    }

    @Test(
        "an amount is split by largest remainder",
        arguments: [
            (100, [1, 1, 1], [34, 33, 33]), (100, [1, 2, 3], [17, 33, 50]), (0, [1, 2], [0, 0]),
            (7, [0, 0], [7, 0]), (5, [], []), (1, [3, 5], [0, 1]), (2, [5, 5, 5], [1, 1, 0]),
            (9_007_199_254_740_991, [9_007_199_254_740_991, 1], [9_007_199_254_740_990, 1]),
        ] as [(Int64, [Int64], [Int64])])
    func splitting(amount: Int64, weights: [Int64], expected: [Int64]) {
        #expect(Split.byLargestRemainder(amount, weights: weights) == expected)
    }

    @Test func `partly overlapping rates are added with their fractions`() throws {
        // 1 % of both, 9 % of the books alone: 1.01 and 1.10 are the divisors.
        let rates = [
            rate("1", .included, codes: ["toy", "book"]), rate("9", .included, codes: ["book"]),
        ]
        let price = try price(
            cart(item("101.00", taxCode: "toy"), item("110.00", taxCode: "book")),
            settings(rates: rates))
        #expect(price.taxes.map(\.amount) == [200, 900])
    }
}
