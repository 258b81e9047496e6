import Vocabulary

/// A currency code in a pass or an order: any of ISO 4217, also one without prices, such as XAU.
enum PassCurrency {
    static func read(_ text: String) -> Bool? {
        Currency(text) != nil || withoutMinorUnit.contains(text) ? true : nil
    }

    /// The codes of ISO 4217 list one whose minor unit is "N.A."
    private static let withoutMinorUnit: Set<String> = [
        "XAG", "XAU", "XBA", "XBB", "XBC", "XBD", "XDR", "XPD", "XPT", "XSU", "XTS", "XUA", "XXX",
    ]
}
