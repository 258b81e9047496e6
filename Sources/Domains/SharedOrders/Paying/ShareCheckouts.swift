import Checkouts
import Crypto
import Merchants
import Postgres
import Vocabulary

/// Closes the checkouts of shares while the transaction holds the order's row lock, so that no
/// buyer sees a successful payment for a share that no longer exists.
package struct ShareCheckouts: Sendable {
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
        _ checkout: CheckoutSession.ID, _ service: SharedOrderService, at now: Instant,
        in transaction: Transaction
    ) throws {
        let moment = service.moment(now)
        let cancel = CancelCheckout(
            context: CheckoutContext(
                checkout: checkout, generation: nil, merchant: merchant, keys: service.keys,
                requestID: requestID, language: language, moment: moment),
            event: moment.identifier())
        _ = try cancel(in: transaction)
    }

    /// Cancels the checkouts of unpaid shares of a round. A worker voids those that are paid or
    /// being paid.
    func close(
        _ order: SharedOrder, _ service: SharedOrderService, at now: Instant,
        in transaction: Transaction
    ) throws {
        let shares = try transaction.run(ParticipantShare.all(of: order.id, round: order.round))
            .map(ParticipantShare.init(row:))
        for share in shares.inOrderOfCheckouts where share.state == .due {
            guard let checkout = share.checkoutID else { continue }
            do {
                try cancel(checkout, service, at: now, in: transaction)
            } catch CheckoutRefusal.authorizing {
            } catch CheckoutRefusal.notOpen {
            }
        }
    }
}

extension [ParticipantShare] {
    /// Lock order: the checkouts by identifier.
    var inOrderOfCheckouts: [ParticipantShare] {
        sorted { ($0.checkout ?? .zero) < ($1.checkout ?? .zero) }
    }
}
