import Checkouts
import Crypto
import Merchants
import Postgres
import Vocabulary

/// The host takes over all unpaid shares, as one share of their own.
package struct AcceptRest: Sendable {
    package let order: SharedOrder.ID
    package let caller: Int
    package let sheets: ShareSheets
    package let now: Instant

    package init(_ order: SharedOrder.ID, caller: Int, sheets: ShareSheets, now: Instant) {
        self.order = order
        self.caller = caller
        self.sheets = sheets
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
            // The new share includes an earlier unpaid share of this kind.
            let left = shares.filter { $0.state == .due }
            // A repeated call changes nothing.
            guard left.contains(where: { !$0.isRest }) else { return }
            for var share in left.inOrderOfCheckouts {
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
        do {
            try sheets.cancel(checkout, desk, at: now, in: transaction)
        } catch CheckoutRefusal.authorizing {
            throw SharedOrderRefusal.alreadyAuthorizing
        } catch CheckoutRefusal.notOpen(let state) {
            // The checkout was paid at this moment; a worker's next check counts it.
            guard state == .expired || state == .failed else {
                throw SharedOrderRefusal.alreadyAuthorizing
            }
        }
    }
}
