import Testing

@testable import Vocabulary

/// A currency by its code, for tests that use only real ones.
func currency(_ code: String) -> Currency {
    guard let currency = Currency(code) else { preconditionFailure("no currency \(code)") }
    return currency
}

@Suite struct MoneyTests {
    private static let readable: [(String, String, Int64, String)] = [
        ("12", "USD", 1200, "12.00"), ("12.5", "USD", 1250, "12.50"),
        ("12.50", "USD", 1250, "12.50"),
        ("0", "USD", 0, "0.00"), ("-0", "USD", 0, "0.00"), ("-0.00", "USD", 0, "0.00"),
        ("0.01", "USD", 1, "0.01"), ("-0.50", "USD", -50, "-0.50"),
        ("-12.34", "USD", -1234, "-12.34"),
        ("007", "USD", 700, "7.00"), ("500", "JPY", 500, "500"), ("0", "JPY", 0, "0"),
        ("-5", "JPY", -5, "-5"), ("1.250", "KWD", 1250, "1.250"), ("1.2", "KWD", 1200, "1.200"),
        ("0.0001", "CLF", 1, "0.0001"), ("1", "UYW", 10_000, "1.0000"),
        ("90071992547409.91", "USD", 9_007_199_254_740_991, "90071992547409.91"),
        ("-90071992547409.91", "USD", -9_007_199_254_740_991, "-90071992547409.91"),
        ("00000000000000000000000000001", "JPY", 1, "1"),
    ]

    @Test(
        "a decimal is read in minor units and written with the currency's decimals",
        arguments: readable)
    func roundTrip(_ text: String, _ code: String, _ units: Int64, _ written: String) throws {
        let money = try Money(decimal: text, currency: currency(code))
        #expect(money.minorUnits == units)
        #expect(money.decimal == written)
        #expect(try Money(decimal: written, currency: currency(code)) == money)
    }

    private static let refused: [(String, String, Money.DecimalProblem)] = [
        ("", "USD", .notADecimal), ("-", "USD", .notADecimal), ("+1", "USD", .notADecimal),
        (".5", "USD", .notADecimal), ("1.", "USD", .notADecimal), ("1,00", "USD", .notADecimal),
        ("1e3", "USD", .notADecimal), (" 1", "USD", .notADecimal), ("1 ", "USD", .notADecimal),
        ("--1", "USD", .notADecimal), ("1.2.3", "USD", .notADecimal), ("1.-2", "USD", .notADecimal),
        ("١", "USD", .notADecimal), ("0x10", "USD", .notADecimal), ("NaN", "USD", .notADecimal),
        ("1.000", "USD", .tooManyDecimals(allowed: 2)),
        ("1.0", "JPY", .tooManyDecimals(allowed: 0)),
        ("1.0000", "KWD", .tooManyDecimals(allowed: 3)), ("90071992547409.92", "USD", .outOfRange),
        ("-90071992547409.92", "USD", .outOfRange), ("9007199254740992", "JPY", .outOfRange),
        ("99999999999999999999999999", "JPY", .outOfRange),
    ]

    @Test("an invalid amount of a currency is refused with the reason", arguments: refused)
    func refusal(_ text: String, _ code: String, _ problem: Money.DecimalProblem) {
        #expect(throws: problem) { try Money(decimal: text, currency: currency(code)) }
    }

    @Test("every written amount is read back")
    func everyAmount() throws {
        for code in ["USD", "JPY", "KWD", "CLF"] {
            var units: Int64 = 1
            while units < Money.minorUnitsMax / 7 {
                for signed in [units, -units, units + 9, units * 7] {
                    let money = Money(minorUnits: signed, currency: currency(code))
                    #expect(try Money(decimal: money.decimal, currency: money.currency) == money)
                }
                units = units * 3 + 1
            }
        }
        let least = Money(minorUnits: .min, currency: currency("JPY"))
        #expect(least.decimal == String(Int64.min))
        #expect(
            Money(minorUnits: .max, currency: currency("CLF")).decimal
                == "922337203685477.5807"[...])
    }

    @Test("sums stay in range and in one currency")
    func sums() {
        let usd = Money(minorUnits: 100, currency: currency("USD"))
        #expect(usd.adding(Money(minorUnits: -250, currency: currency("USD")))?.minorUnits == -150)
        #expect(usd.adding(Money(minorUnits: 1, currency: currency("EUR"))) == nil)
        let most = Money(minorUnits: Money.minorUnitsMax, currency: currency("USD"))
        #expect(most.adding(usd) == nil)
        #expect(most.adding(.zero(currency("USD"))) == most)
        let extreme = Money(minorUnits: .max, currency: currency("USD"))
        #expect(extreme.adding(extreme) == nil)
    }

    @Test(
        "a currency has the decimals of ISO 4217",
        arguments: [
            ("USD", 2), ("EUR", 2), ("JPY", 0), ("KRW", 0), ("ISK", 0), ("UGX", 0), ("VND", 0),
            ("XOF", 0), ("CLP", 0), ("KWD", 3), ("BHD", 3), ("TND", 3), ("IQD", 3), ("CLF", 4),
            ("UYW", 4), ("HUF", 2), ("TWD", 2), ("MRU", 2), ("XCG", 2), ("ZWG", 2),
        ])
    func exponents(_ code: String, _ exponent: Int) {
        #expect(Currency(code)?.exponent == exponent)
    }

    @Test func `each currency has its own number, as payment tokens use it`() {
        let letters = (65...90).map { String(UnicodeScalar(UInt8($0))) }
        let currencies = letters.flatMap { one in
            letters.flatMap { two in letters.compactMap { Currency(one + two + $0) } }
        }
        #expect(currencies.count == 165)
        #expect(Set(currencies.map(\.number)).count == 165)
        for (code, number) in [("USD", "840"), ("AUD", "036"), ("JPY", "392"), ("EUR", "978")] {
            #expect(Currency(code)?.number == number)
        }
    }

    @Test func `the dollar has the values of ISO 4217`() {
        let listed = currency("USD")
        #expect(Currency.usDollar == listed)
        #expect(Currency.usDollar.exponent == listed.exponent)
        #expect(Currency.usDollar.number == listed.number)
    }

    @Test(
        "a text that is not a currency is refused",
        arguments: [
            "", "US", "USDX", "usd", "US1", "ZZZ", "XTS", "XXX", "XAU", "ÜSD", "DEM", "U\u{0}D",
        ])
    func noCurrency(_ code: String) {
        #expect(Currency(code) == nil)
    }
}
