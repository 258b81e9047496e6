import Vocabulary

/// A postal code in its country's own spelling, or what redaction left of one.
package struct PostalCode: Hashable, Sendable {
    /// `95014`, `K1A 0B6`, `WC2H 7LT`; of a ZIP+4 the first five digits; redacted `K1A`, `WC2H`.
    package let text: String
    /// The four further digits of a ZIP+4.
    package let plus4: String?
    /// Whether redaction cut its end off.
    package let isCut: Bool

    package init(text: String, plus4: String? = nil, isCut: Bool = false) {
        self.text = text
        self.plus4 = plus4
        self.isCut = isCut
    }
}
