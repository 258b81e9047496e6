import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Marks the cards of a merchant token that the buyer or a bank has revoked: after the commit no
/// charge of them starts. A started charge keeps its outcome.
package struct UnlinkSavedCards: Verb {
    package let merchantToken: String
    package let merchant: MerchantNumber
    package let reason: String?
    package let moment: Moment

    package func callAsFunction(in transaction: Transaction) throws {
        for row in try transaction.run(SavedCard.lock(of: merchantToken, merchant)) {
            var card = try SavedCard(row: row)
            guard card.unlinkedAt == nil else { continue }
            card.unlinkedAt = moment.now
            let event = card.event(.cardUnlinked, reason: reason, at: moment)
            try transaction.enqueue(card.storeUpdate)
            try transaction.enqueue(event.insert)
        }
    }
}

/// Updates the cards of a merchant token after a bank has issued a new card.
package struct UpdateSavedCards: Verb {
    package let merchantToken: String
    package let merchant: MerchantNumber
    package let lastFour: String
    package let moment: Moment

    package func callAsFunction(in transaction: Transaction) throws {
        for row in try transaction.run(SavedCard.lock(of: merchantToken, merchant)) {
            var card = try SavedCard(row: row)
            guard card.display.lastFour != lastFour else { continue }
            card.display = CardDisplay(network: card.display.network, lastFour: lastFour)
            let event = card.event(.cardUpdated, at: moment)
            try transaction.enqueue(card.storeUpdate)
            try transaction.enqueue(event.insert)
        }
    }
}
