import Checkout
import Merchants
import Postgres
import Processors
import Vocabulary

/// Lets go of merchant tokens with which nothing more is to be charged, and writes down that Apple is to be told: in
/// the transaction in which the last agreement ends that used them, or goes over to another card.
struct ReleaseTokens: Sendable {
    /// Of agreements that are over, or have another card by now; many of them may be in use elsewhere.
    let cards: [KeptCard]
    let now: Instant

    init(of cards: [KeptCard], at now: Instant) {
        self.cards = cards
        self.now = now
    }

    /// Whatever was changed before is seen by it: nothing waits for its answer.
    func callAsFunction(in transaction: Transaction) throws {
        let tokens = Set(cards.filter { $0.unlinkedAt == nil }.compactMap(Token.init))
        guard !tokens.isEmpty else { return }
        // Of two that end at once the second sees the end of the first.
        try transaction.later(Token.lock(tokens))
        try transaction.later(Token.release(tokens, at: now))
    }

    /// A merchant token that Apple knows.
    struct Token: Hashable {
        let merchant: MerchantNumber
        let text: String

        init?(_ card: KeptCard) {
            guard card.reference.isKnownToApple, let text = card.reference.merchantToken else {
                return nil
            }
            merchant = card.id.merchant
            self.text = text
        }
    }
}

extension Subscription {
    /// The cards that it uses no more: its own when it is over, and one that it had before.
    func idleCards(since before: Subscription) -> [KeptCard] {
        (state.isOver ? [card] : []) + (card.id == before.card.id ? [] : [before.card])
    }
}
