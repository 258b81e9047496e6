import Balances
import Postgres
import Vocabulary

/// Releases the holds of checkouts that were closed unpaid, so that other payments may use the
/// money.
///
/// The caller has locked the checkouts; this locks holds and then balances.
package struct ReleaseTenders: Sendable {
    package let checkouts: [CheckoutSession.ID]
    package let now: Instant
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        of checkouts: [CheckoutSession.ID], at now: Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.checkouts = checkouts
        self.now = now
        self.identify = identify
    }

    package func callAsFunction(in transaction: Transaction) throws {
        for checkout in checkouts {
            let holds = try Hold.lock(
                of: checkout.uuid, merchant: checkout.merchant, in: transaction)
            let balances = try Balance.lock(holds.map(\.balance), in: transaction)
            var ledger = Ledger(of: checkout.merchant, balances, holds: holds, at: now)
            for hold in holds { try ledger.releaseOrExpire(hold.id) }
            try ledger.store(in: transaction) { identify(now) }
        }
    }
}
