import Checkout
import Crypto
import Merchants
import Postgres
import Vocabulary

/// The host takes over what others have not paid, as one share of their own.
package struct AcceptRest: Sendable {
    package let order: SharedOrder.ID
    package let caller: Int
    package let merchant: Merchant
    package let language: Language
    package let requestID: String
    package let now: Instant

    package init(
        _ order: SharedOrder.ID, caller: Int, merchant: Merchant, language: Language,
        requestID: String, now: Instant
    ) {
        self.order = order
        self.caller = caller
        self.merchant = merchant
        self.language = language
        self.requestID = requestID
        self.now = now
    }

    package func callAsFunction(at desk: SharedOrderDesk) async throws {
        _ = try await desk.change(order, participants: [caller], at: now) { held, transaction in
            try held.demandHost(caller)
            guard held.order.state == .locked, held.order.payers == .each else {
                throw SharedOrderRefusal.notLocked
            }
            let shares = try transaction.run(Share.all(of: order, round: held.order.round))
                .map(Share.init(row:))
            // An earlier rest that is not paid either is in the new one.
            let left = shares.filter { $0.state == .due }
            // Repeated it changes nothing.
            guard left.contains(where: { !$0.isRest }) else { return }
            // Checkouts are locked in the order of their names.
            for var share in left.sorted(by: { ($0.checkout ?? .zero) < ($1.checkout ?? .zero) }) {
                if let checkout = share.checkoutID {
                    try cancel(checkout, desk, in: transaction)
                }
                share.state = .letGo
                try transaction.later(share.store(due: nil))
            }
            let sum = left.reduce(0) { $0 + $1.amount }
            try transaction.later(
                Share(
                    order: order, round: held.order.round, number: shares.count + 1,
                    participant: caller, amount: sum, isRest: true, state: .due, tries: 0
                ).insert)
            held.touch()
        }
    }

    private func cancel(
        _ checkout: Sheet.ID, _ desk: SharedOrderDesk, in transaction: Transaction
    ) throws {
        let cancel = CancelCheckout(
            question: SheetQuestion(
                checkout: checkout, generation: nil, merchant: merchant, keys: desk.keys,
                requestID: requestID, language: language, entry: desk.identify(now), now: now,
                identify: desk.identify), event: desk.identify(now))
        do {
            _ = try cancel(in: transaction)
        } catch CheckoutRefusal.authorizing {
            throw SharedOrderRefusal.alreadyAuthorizing
        } catch CheckoutRefusal.notOpen(let state) {
            // Paid in this moment: the next look counts it.
            guard state == .expired || state == .failed else {
                throw SharedOrderRefusal.alreadyAuthorizing
            }
        }
    }
}
