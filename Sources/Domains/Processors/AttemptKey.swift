import Vocabulary

/// The key by which a processor identifies one attempt to charge.
///
/// It is the attempt's own identifier, so it belongs to the purchase and survives an unknown
/// outcome (docs/rules/demands.md#30): any number of calls with one key makes at most one charge.
package struct AttemptKey: Hashable, Sendable {
    package let merchant: MerchantNumber
    /// The identifier's text, at most `lengthMax` characters of `[a-z0-9_]`.
    package let text: String

    package init(merchant: MerchantNumber, text: String) {
        self.merchant = merchant
        self.text = text
    }

    package init<Noun>(_ identifier: Identifier<Noun>) {
        self.init(merchant: identifier.merchant, text: identifier.text)
    }

    /// Processors take 255 characters; an identifier has 37.
    package static let lengthMax = 64
}
