import CartSupport
import Merchants
import Testing
import Vocabulary

@testable import Carts

/// docs/rules/money.md#1: a checkout has a cart, which the sheet summarizes, or explicit lines.
@Suite struct PricingRule1Tests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let cartContent: CheckoutRequest.CartContent
        var coupon: CouponTerms?
        var methods: [ShippingMethod] = []
        var percent = "0"
        let expected: String
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(
            name: "several items are one subtotal",
            cartContent: .items([item("10.00", 2), item("2.50")]),
            expected: "Subtotal 22.50 = 22.50"),
        Row(
            name: "subtotal, discount, delivery and tax, in this order",
            cartContent: .items([item("10.00")]),
            coupon: CouponTerms(reduction: .amount(money("1.00"))),
            methods: [method("post", "5.00")], percent: "10",
            expected: "Subtotal 10.00, Discount -1.00, Shipping 5.00, Tax 0.90 = 14.90"),
        Row(
            name: "what is empty is left out",
            cartContent: .items([item("0.00")]), methods: [method("post", "0.00")], percent: "10",
            expected: " = 0.00"),
        Row(
            name: "a discount has the coupon's own name",
            cartContent: .items([item("10.00")]),
            coupon: CouponTerms(label: "Spring", reduction: .amount(money("1.00"))),
            expected: "Subtotal 10.00, Spring -1.00 = 9.00"),
        Row(
            name: "a single pending item keeps its name",
            cartContent: .items([item("10.00"), item("4.00", pending: true, name: "Cheese")]),
            expected: "Subtotal 10.00, Cheese pending = 10.00 pending"),
        Row(
            name: "several pending items are one line",
            cartContent: .items([item("4.00", pending: true), item("5.00", pending: true)]),
            expected: "Priced later pending = 0.00 pending"),
        Row(
            name: "explicit lines stay as they are, and the merchant's rates are not for them",
            cartContent: .lines([line("Ride", "8.00"), line("Tip", "1.00")]), percent: "10",
            expected: "Ride 8.00, Tip 1.00 = 9.00"),
        Row(
            name: "explicit lines get the chosen method as a line of delivery",
            cartContent: .lines([line("Ride", "8.00")]), methods: [method("post", "5.00")],
            expected: "Ride 8.00, Shipping 5.00 = 13.00"),
        Row(
            name: "explicit lines get a coupon's discount",
            cartContent: .lines([line("Ride", "8.00")]),
            coupon: CouponTerms(reduction: .percentage(Rate(percent: "25")!)),
            expected: "Ride 8.00, Discount -2.00 = 6.00"),
    ]

    @Test("the sheet's lines are a summary", arguments: rows) func lines(row: Row) throws {
        var request = CheckoutRequest(
            countryCode: america, currency: dollars, cartContent: row.cartContent)
        request.shippingMethods = row.methods
        let price = try price(request, settings(rates: [rate(row.percent)]), coupon: row.coupon)
        #expect(text(price) == row.expected)
    }

    @Test func `a single tax is shown by the name of its rate`() throws {
        let one = settings(rates: [rate("10", label: "Sales tax")])
        #expect(try text(price(cart(item("10.00")), one)).contains("Sales tax 1.00"))
        let two = settings(rates: [rate("5", label: "GST"), rate("7", label: "PST")])
        #expect(try text(price(cart(item("10.00")), two)).contains(", Tax 1.20"))
    }

    @Test func `the lines are in the buyer's language`() throws {
        var pricing = Pricing(
            cart(item("10.00")), settings: settings(rates: [rate("10", label: "MwSt.")]),
            today: today, labels: PaymentSheetLabels(.german))
        pricing.coupon = CouponTerms(reduction: .amount(money("1.00")))
        #expect(
            try text(pricing.price()) == "Zwischensumme 10.00, Rabatt -1.00, MwSt. 0.90 = 9.90")
    }

    @Test func `a merchant's own text for a line wins`() {
        var settings = MerchantSettings()
        #expect(settings.labels(in: .english) == PaymentSheetLabels(.english))
        settings.messages = [.init(code: "line.shipping", language: "en", text: "Courier")]
        #expect(settings.labels(in: .english).shipping == "Courier")
        #expect(settings.labels(in: .english).tax == "Tax")
        #expect(settings.labels(in: .french) == PaymentSheetLabels(.french))
    }
}
