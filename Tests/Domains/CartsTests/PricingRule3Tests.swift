import CartSupport
import JSON
import Merchants
import Testing
import Vocabulary

/// docs/rules/money.md#3: integer minor units; fewer decimals are accepted, more are refused.
@Suite struct PricingRule3Tests {
    struct Row: Sendable {
        let currency: String
        let text: String
        /// The minor units, or the problem's code.
        let expected: String
    }

    static let rows: [Row] = [
        ("USD", "12", "1200"), ("USD", "12.5", "1250"), ("USD", "12.50", "1250"),
        ("USD", "12.500", "invalid_value"), ("USD", "007", "700"), ("USD", "0", "0"),
        ("USD", "-0.01", "out_of_range"), ("USD", "-0", "out_of_range"),
        ("USD", "", "invalid_value"),
        ("USD", "+1", "invalid_value"), ("USD", ".5", "invalid_value"),
        ("USD", "1.", "invalid_value"), ("USD", "1,00", "invalid_value"),
        ("USD", "1e3", "invalid_value"), ("USD", " 1", "invalid_value"),
        ("JPY", "500", "500"), ("JPY", "500.0", "invalid_value"),
        ("JPY", "9007199254740991", "9007199254740991"),
        ("JPY", "9007199254740992", "out_of_range"), ("KWD", "1.25", "1250"),
        ("KWD", "1.250", "1250"), ("KWD", "1.2500", "invalid_value"),
        ("ISK", "1.0", "invalid_value"),
        ("CLF", "1.2345", "12345"),
    ].map { Row(currency: $0.0, text: $0.1, expected: $0.2) }

    @Test("decimal strings become minor units of the currency", arguments: rows)
    func reading(row: Row) throws {
        let problems = Problems()
        let fields = try #require(
            ObjectReader(parse("{\"amount\":\"\(row.text)\"}"), problems: problems))
        let money = fields.money("amount", in: Currency(row.currency)!)
        let answer = money.map { String($0.minorUnits) } ?? problems.all.first?.code
        #expect(answer == row.expected)
        #expect(problems.all.allSatisfy { $0.pointer == "/amount" })
    }

    @Test(
        "amounts are written with exactly the currency's decimals",
        arguments: [
            ("USD", 1000, "10.00"), ("USD", -5, "-0.05"), ("JPY", 500, "500"),
            ("KWD", 1250, "1.250"),
            ("KWD", 7, "0.007"), ("JPY", 0, "0"), ("USD", .min, "-92233720368547758.08"),
            ("CLF", 12345, "1.2345"),
        ] as [(String, Int64, String)])
    func writing(code: String, units: Int64, expected: String) {
        #expect(Money(minorUnits: units, currency: Currency(code)!).decimal == expected)
    }

    @Test func `yen and dinars are priced like dollars, in their own units`() throws {
        let tenth = settings(rates: [rate("10")])
        #expect(
            try text(price(cart(item("105", in: yen), in: yen), tenth))
                == "Subtotal 105, Tax 11 = 116")
        #expect(
            try text(price(cart(item("1.005", in: dinars), in: dinars), tenth))
                == "Subtotal 1.005, Tax 0.101 = 1.106")
    }
}
