import Checkouts
import Crypto
import Merchants
import Postgres
import Vocabulary

/// Closes the checkouts of shares while the order is locked, so that no buyer sees a successful
/// payment for a share that no longer exists.
package struct ShareSheets: Sendable {
    package let merchant: Merchant
    package let language: Language
    package let requestID: String

    package init(_ merchant: Merchant, language: Language, requestID: String) {
        self.merchant = merchant
        self.language = language
        self.requestID = requestID
    }

    /// Cancels a share's checkout. Throws `CheckoutRefusal` if its payment is in progress, or if it
    /// can no longer be canceled.
    func cancel(
        _ checkout: Sheet.ID, _ desk: SharedOrderDesk, at now: Instant, in transaction: Transaction
    ) throws {
        let cancel = CancelCheckout(
            question: SheetQuestion(
                checkout: checkout, generation: nil, merchant: merchant, keys: desk.keys,
                requestID: requestID, language: language, entry: desk.identify(now), now: now,
                identify: desk.identify), event: desk.identify(now))
        _ = try cancel(in: transaction)
    }

    /// Cancels the checkouts of unpaid shares of a round. A worker voids those that are paid or
    /// being paid.
    func close(
        _ order: SharedOrder, _ desk: SharedOrderDesk, at now: Instant, in transaction: Transaction
    ) throws {
        let shares = try transaction.run(Share.all(of: order.id, round: order.round))
            .map(Share.init(row:))
        for share in shares.inOrderOfCheckouts where share.state == .due {
            guard let checkout = share.checkoutID else { continue }
            do {
                try cancel(checkout, desk, at: now, in: transaction)
            } catch CheckoutRefusal.authorizing {
            } catch CheckoutRefusal.notOpen {
            }
        }
    }
}

extension [Share] {
    /// The order in which all callers lock checkouts: by identifier.
    var inOrderOfCheckouts: [Share] {
        sorted { ($0.checkout ?? .zero) < ($1.checkout ?? .zero) }
    }
}
