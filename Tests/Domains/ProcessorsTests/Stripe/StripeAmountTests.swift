import Testing
import Vocabulary

@testable import Processors

@Suite struct StripeAmountTests {
    private func money(_ minorUnits: Int64, _ code: String) throws -> Money {
        Money(minorUnits: minorUnits, currency: try #require(Currency(code)))
    }

    @Test(
        arguments: [
            ("USD", 1099, 1099), ("EUR", 0, 0), ("HUF", 1045, 1045), ("TWD", 80045, 80045),
            // No decimals in ISO 4217 and at Stripe.
            ("JPY", 500, 500), ("XOF", 7, 7), ("CLP", 1, 1),
            // Two decimals in ISO 4217, none at Stripe.
            ("MGA", 500, 5),
            // No decimals in ISO 4217, two zeros at Stripe.
            ("ISK", 5, 500), ("UGX", 5, 500),
            // Three decimals, the last of them zero.
            ("KWD", 5120, 5120), ("BHD", 10, 10), ("TND", 0, 0),
        ] as [(String, Int64, Int64)])
    func `an amount is written in Stripe's units and read back`(
        code: String, minorUnits: Int64, units: Int64
    ) throws {
        let money = try money(minorUnits, code)
        let amount = try #require(StripeAmount(money))
        #expect(amount.units == units)
        #expect(amount.code == code.lowercased())
        #expect(StripeAmount.money(units, money.currency) == money)
    }

    @Test(
        arguments: [
            ("MGA", 501), ("KWD", 5124), ("OMR", 1), ("USD", -1),
            // Currencies that Stripe does not support.
            ("IQD", 10), ("CLF", 10_000), ("UYI", 1), ("UYW", 10_000),
            // Too many digits.
            ("USD", 100_000_000), ("IDR", 1_000_000_000_000), ("JPY", 10_000_000_000),
            ("INR", 1_000_000_000), ("ISK", 1_000_000), ("ISK", .max),
        ] as [(String, Int64)])
    func `an amount that Stripe cannot represent is refused, not rounded`(
        code: String, minorUnits: Int64
    ) throws {
        #expect(StripeAmount(try money(minorUnits, code)) == nil)
    }

    @Test(
        arguments: [
            ("USD", 99_999_999), ("IDR", 999_999_999_999), ("JPY", 9_999_999_999),
            ("INR", 999_999_999), ("ISK", 999_999), ("MGA", 9_999_999_900),
        ] as [(String, Int64)])
    func `the largest amount is written`(code: String, minorUnits: Int64) throws {
        #expect(StripeAmount(try money(minorUnits, code)) != nil)
        #expect(StripeAmount(try money(minorUnits + 100, code)) == nil)
    }

    @Test func `a fraction of a whole unit is not read`() throws {
        #expect(StripeAmount.money(501, try #require(Currency("ISK"))) == nil)
        #expect(StripeAmount.money(500, try #require(Currency("IQD"))) == nil)
    }
}
