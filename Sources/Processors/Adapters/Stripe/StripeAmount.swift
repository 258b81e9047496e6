import Vocabulary

/// An amount as Stripe writes it, in units of its own.
///
/// Source: docs.stripe.com/currencies, "Minor units in API amounts", "Special cases" and "Minimum and
/// maximum charge amounts".
struct StripeAmount: Hashable, Sendable {
    let units: Int64
    let currency: Currency

    /// Nothing when Stripe has no way to say it: such an amount is never rounded.
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

    /// So many of Stripe's units in ours; nothing where they are no whole number of them.
    static func money(_ units: Int64, _ currency: Currency) -> Money? {
        guard let scale = Scale(currency) else { return nil }
        let (raised, overflow) = units.multipliedReportingOverflow(by: scale.divisor)
        guard !overflow, raised.isMultiple(of: scale.multiplier) else { return nil }
        return Money(minorUnits: raised / scale.multiplier, currency: currency)
    }

    /// How Stripe's units follow from ours.
    private struct Scale {
        var multiplier: Int64 = 1
        var divisor: Int64 = 1
        /// Stripe's units come in multiples of it.
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

    /// UGX is in Stripe's list, too, but among its special cases as well, and those are about it alone.
    private static let withoutDecimals: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF",
        "XOF", "XPF",
    ]
    /// They have no decimals any more, and are written with two zeros as before.
    private static let onceWithDecimals: Set<String> = ["ISK", "UGX"]
    /// The last of the three has to be zero, for the sake of Stripe's partners.
    private static let withThree: Set<String> = ["BHD", "JOD", "KWD", "OMR", "TND"]

    /// As many digits as Stripe takes: eight, but for currencies of small units.
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
