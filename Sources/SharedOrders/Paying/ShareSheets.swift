import Checkout
import Crypto
import Merchants
import Postgres
import Vocabulary

/// The sheets by which shares are paid, to be closed while their order is held: nobody is to be told that they paid for what is
/// nobody's any more.
package struct ShareSheets: Sendable {
    package let merchant: Merchant
    package let language: Language
    package let requestID: String

    package init(_ merchant: Merchant, language: Language, requestID: String) {
        self.merchant = merchant
        self.language = language
        self.requestID = requestID
    }

    /// Cancels a share's checkout. Throws `CheckoutRefusal` where it is being paid, or cannot be any more.
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

    /// Cancels those of a round that nobody has paid; what is being paid, or was, a worker gives back.
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
    /// As everybody locks them: in the order of their names.
    var inOrderOfCheckouts: [Share] {
        sorted { ($0.checkout ?? .zero) < ($1.checkout ?? .zero) }
    }
}
