/// The displayable data of a card: its network and last four digits, never its number.
package struct CardDisplay: Hashable, Sendable {
    /// Apple's name for the network, such as `Visa`; empty if unknown.
    package let network: String
    /// Four digits; empty if unknown.
    package let lastFour: String

    package init(network: String, lastFour: String) {
        self.network = network
        self.lastFour = lastFour
    }

    package static let unknown = CardDisplay(network: "", lastFour: "")

    /// Reads Apple's `payment.token.paymentMethod`: `network`, and `displayName`, which ends with
    /// the last four digits (`Visa 1234`).
    ///
    /// If the name ends with more than four digits in a row, `lastFour` stays empty: they may be a
    /// card number.
    package init(network: String?, displayName: String?) {
        let digits = (displayName ?? "").utf8.reversed().prefix { $0 >= 48 && $0 <= 57 }
        self.init(
            network: String((network ?? "").unicodeScalars.prefix(Self.networkLengthMax)),
            lastFour: digits.count == 4 ? String(decoding: digits.reversed(), as: UTF8.self) : "")
    }

    /// Apple's longest name has 15 characters.
    package static let networkLengthMax = 32
}
