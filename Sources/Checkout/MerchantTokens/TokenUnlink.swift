import Merchants
import Vocabulary

/// That Apple is to be told that nothing more is charged with a merchant token.
package struct TokenUnlink: Sendable {
    package let merchant: MerchantNumber
    package let merchantToken: String
    package let askedAt: Instant
    var tries: Int
    /// Whether a card of that token was kept since, which is charged: then Apple is to be told nothing.
    let isUsed: Bool
}
