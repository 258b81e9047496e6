import Vocabulary

/// An amount in Stripe's own units.
///
/// Source: docs.stripe.com/currencies, "Minor units in API amounts", "Special cases" and "Minimum
/// and maximum charge amounts".
struct StripeAmount: Hashable, Sendable {
    let units: Int64
    let currency: Currency

    /// Returns nil if Stripe cannot express the amount: it is never rounded.
    init?(_ money: Money) {
        let currency = money.currency
        guard let scale = Scale(currency), money.minorUnits >= 0 else { return nil }
        let (raised, overflow) = money.minorUnits.multipliedReportingOverflow(by: scale.multiplier)
        guard !overflow, raised.isMultiple(of: scale.divisor * scale.step) else { return nil }
        units = raised / scale.divisor
        self.currency = currency
        guard units <= Self.unitsMax(currency) else { return nil }
    }

    /// The currency as Stripe spells it.
    var code: String { currency.code.lowercased() }

    /// Converts Stripe's units to ours; returns nil if they are not a whole number of minor units.
    static func money(_ units: Int64, _ currency: Currency) -> Money? {
        guard let scale = Scale(currency) else { return nil }
        let (raised, overflow) = units.multipliedReportingOverflow(by: scale.divisor)
        guard !overflow, raised.isMultiple(of: scale.multiplier) else { return nil }
        return Money(minorUnits: raised / scale.multiplier, currency: currency)
    }

    /// The conversion from our minor units to Stripe's units.
    private struct Scale {
        var multiplier: Int64 = 1
        var divisor: Int64 = 1
        /// Stripe accepts only multiples of this number of its units.
        var step: Int64 = 1

        init?(_ currency: Currency) {
            let code = currency.code
            if StripeAmount.withoutDecimals.contains(code) {
                divisor = currency.minorUnits
            } else if StripeAmount.onceWithDecimals.contains(code) {
                multiplier = 100 / currency.minorUnits
                step = 100
            } else if StripeAmount.withThree.contains(code) {
                step = 10
            } else if currency.exponent != 2 {
                return nil
            }
        }
    }

    /// Stripe lists UGX here too, but also among its special cases, which take precedence.
    private static let withoutDecimals: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF",
        "XOF", "XPF",
    ]
    /// These currencies have no decimals any more, but Stripe still writes them with two zeros.
    private static let onceWithDecimals: Set<String> = ["ISK", "UGX"]
    /// The third decimal must be zero, because Stripe's partners require it.
    private static let withThree: Set<String> = ["BHD", "JOD", "KWD", "OMR", "TND"]

    /// The largest amount that Stripe accepts: eight digits, and more for currencies with small
    /// units.
    private static func unitsMax(_ currency: Currency) -> Int64 {
        switch currency.code {
        case "IDR": 999_999_999_999
        case "LBP": 99_999_999_999
        case "COP", "HUF", "JPY": 9_999_999_999
        case "INR": 999_999_999
        default: 99_999_999
        }
    }
}
