import Merchants
import Vocabulary

/// A merchant token that is not charged any more; a worker has to tell Apple.
package struct TokenUnlink: Sendable {
    package let merchant: MerchantNumber
    package let merchantToken: String
    package let askedAt: Instant
    var tries: Int
    /// True if a card with that token was saved since and may be charged: then Apple is not told.
    let isUsed: Bool
}
