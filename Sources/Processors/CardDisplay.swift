/// What of a card may be shown: its network and last four digits, never its number.
package struct CardDisplay: Hashable, Sendable {
    /// Apple's name of the network, such as `Visa`; empty when unknown.
    package let network: String
    /// Four digits; empty when unknown.
    package let lastFour: String

    package init(network: String, lastFour: String) {
        self.network = network
        self.lastFour = lastFour
    }

    package static let unknown = CardDisplay(network: "", lastFour: "")

    /// Reads `payment.token.paymentMethod` as Apple gives it: `network`, and `displayName` that
    /// ends with the last four digits (`Visa 1234`).
    ///
    /// A name with more than four digits in a row at its end is not shown: it may be a number.
    package init(network: String?, displayName: String?) {
        let digits = (displayName ?? "").utf8.reversed().prefix { $0 >= 48 && $0 <= 57 }
        self.init(
            network: String((network ?? "").unicodeScalars.prefix(Self.networkLengthMax)),
            lastFour: digits.count == 4 ? String(decoding: digits.reversed(), as: UTF8.self) : "")
    }

    /// The longest of Apple's names has 15 characters.
    package static let networkLengthMax = 32
}
