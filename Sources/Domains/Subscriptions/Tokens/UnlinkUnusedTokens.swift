import Merchants
import Payments
import Postgres
import Processors
import Vocabulary

/// Unlinks merchant tokens that will no longer be charged, and schedules Apple's notification. It
/// runs in the transaction in which the last agreement that uses a token ends or changes to another
/// card.
struct UnlinkUnusedTokens: Verb {
    /// Cards of agreements that ended or changed to another card; other agreements may still use
    /// them.
    let cards: [SavedCard]
    let now: Instant

    init(of cards: [SavedCard], at now: Instant) {
        self.cards = cards
        self.now = now
    }

    /// The statements see all earlier changes of the transaction; their results are not awaited.
    func callAsFunction(in transaction: Transaction) throws {
        let tokens = Set(cards.filter { $0.unlinkedAt == nil }.compactMap(Token.init))
        guard !tokens.isEmpty else { return }
        // If two agreements end at the same time, the second transaction sees the end of the first.
        try transaction.enqueue(Token.lock(tokens))
        try transaction.enqueue(Token.unlink(tokens, at: now))
    }

    /// A merchant token that Apple knows.
    struct Token: Hashable {
        let merchant: MerchantNumber
        let text: String

        init?(_ card: SavedCard) {
            guard card.reference.isKnownToApple, let text = card.reference.merchantToken else {
                return nil
            }
            merchant = card.id.merchant
            self.text = text
        }
    }
}

extension Subscription {
    /// The cards that it no longer uses: its own if it is over, and a card that it had before.
    func idleCards(since before: Subscription) -> [SavedCard] {
        (state.isOver ? [card] : []) + (card.id == before.card.id ? [] : [before.card])
    }
}
