import Merchants
import Vocabulary

/// A merchant token that the server will not charge again; a worker notifies Apple.
package struct TokenUnlink: Sendable {
    package let merchant: MerchantNumber
    package let merchantToken: String
    package let requestedAt: Instant
    var tries: Int
    /// True if a card with that token was saved later: the worker then sends no notice.
    let isUsed: Bool
}
