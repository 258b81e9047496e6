import Balances
import Postgres
import Vocabulary

/// Releases the holds of checkouts that were closed unpaid, so that other payments may use the
/// money.
///
/// Lock order: the checkouts, which the caller has locked, then the holds, then the balances.
package struct ReleaseTenders: Verb {
    package let checkouts: [CheckoutSession.ID]
    package let moment: Moment

    package init(of checkouts: [CheckoutSession.ID], at moment: Moment) {
        self.checkouts = checkouts
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws {
        for checkout in checkouts {
            let holds = try Hold.lock(
                of: checkout.uuid, merchant: checkout.merchant, in: transaction)
            let balances = try Balance.lock(holds.map(\.balance), in: transaction)
            var ledger = Ledger(of: checkout.merchant, balances, holds: holds, at: moment.now)
            for hold in holds { try ledger.releaseOrExpire(hold.id) }
            try ledger.store(in: transaction, identify: moment.identifier)
        }
    }
}
