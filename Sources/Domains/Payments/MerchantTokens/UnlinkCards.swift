import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Marks the cards of a merchant token that the buyer or a bank has revoked: after the commit no
/// charge of them starts. A started charge keeps its outcome.
package struct UnlinkCards: Sendable {
    package let merchantToken: String
    package let merchant: MerchantNumber
    package let reason: String?
    package let now: Instant
    package let identify: @Sendable (Instant) -> UUID128

    package func callAsFunction(in transaction: Transaction) throws {
        for row in try transaction.run(SavedCard.lock(of: merchantToken, merchant)) {
            var card = try SavedCard(row: row)
            guard card.unlinkedAt == nil else { continue }
            card.unlinkedAt = now
            let event = card.event(.cardUnlinked, reason: reason, at: now, identify)
            try transaction.enqueue(card.storeUpdate)
            try transaction.enqueue(event.insert)
        }
    }
}

/// Updates the cards of a merchant token after a bank has issued a new card.
package struct UpdateSavedCards: Sendable {
    package let merchantToken: String
    package let merchant: MerchantNumber
    package let lastFour: String
    package let now: Instant
    package let identify: @Sendable (Instant) -> UUID128

    package func callAsFunction(in transaction: Transaction) throws {
        for row in try transaction.run(SavedCard.lock(of: merchantToken, merchant)) {
            var card = try SavedCard(row: row)
            guard card.display.lastFour != lastFour else { continue }
            card.display = CardDisplay(network: card.display.network, lastFour: lastFour)
            let event = card.event(.cardUpdated, at: now, identify)
            try transaction.enqueue(card.storeUpdate)
            try transaction.enqueue(event.insert)
        }
    }
}
