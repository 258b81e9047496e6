import Vocabulary

/// A paid order as one of those who took part in it remembers it: what they themselves have chosen.
package struct FinishedOrder: Sendable {
    package let id: SharedOrder.ID
    package let token: ShareToken
    package let terms: SharedOrderTerms
    package let participant: Int
    package let choices: [Choice]
    /// Of their own choices, in minor units.
    package let total: Int64
    package let endedAt: Instant
}
