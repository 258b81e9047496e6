import Vocabulary

/// A paid order from one participant's view: their own choices.
package struct FinishedOrder: Sendable {
    package let id: SharedOrder.ID
    package let token: ShareToken
    package let terms: SharedOrderTerms
    package let participant: Int
    package let choices: [Choice]
    /// The total of their own choices, in minor units.
    package let total: Int64
    package let endedAt: Instant
}
