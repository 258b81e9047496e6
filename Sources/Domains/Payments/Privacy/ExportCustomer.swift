import Balances
import Checkouts
import Crypto
import Customers
import Merchants
import Postgres
import Vocabulary

/// Exports all data of a customer, one page of checkouts at a time, newest first.
///
/// An erasure waits until the read is done: an export is complete, or says that the customer was
/// erased.
package struct ExportCustomer: Verb {
    package let customer: Customer.ID
    /// The last checkout of the page before.
    package let after: UUID128?
    package let keys: KeyRing
    package let now: Instant

    package init(customer: Customer.ID, after: UUID128?, keys: KeyRing, now: Instant) {
        self.customer = customer
        self.after = after
        self.keys = keys
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws -> CustomerExport {
        guard
            let found = try FindCustomer(customer: customer, keys: keys).withShareLock(
                in: transaction)
        else { throw CustomerRefusal.notFound }
        return CustomerExport(
            customer: found, checkouts: try checkouts(in: transaction),
            balances: after == nil ? try balances(in: transaction) : nil)
    }

    private func checkouts(in transaction: Transaction) throws -> [CustomerExport.Checkout] {
        var filter = ListedCheckout.Filter(now: now)
        filter.customer = customer
        let list = ListPage<ListedCheckout>(
            of: customer.merchant, filter,
            after: after.map { CheckoutSession.ID(merchant: customer.merchant, uuid: $0) },
            limit: CustomerExport.checkoutsMax)
        let rows = try list(in: transaction).items
        let ids = rows.map(\.session.id)
        let attempts = Dictionary(
            grouping: try transaction.run(Attempt.all(of: ids, of: customer.merchant))
                .map(Attempt.init(row:)), by: \.checkout)
        let entries = Dictionary(
            grouping: try transaction.run(
                TimelineEntry.newestWithInput(
                    of: ids, of: customer.merchant, limit: CustomerExport.updatesMax + 1)
            ).map { row in
                try TimelineEntry(
                    row: row,
                    of: CheckoutSession.ID(
                        merchant: customer.merchant, uuid: try row.get("checkout_id")))
            }, by: \.checkout)
        return try rows.map { row in
            try CustomerExport.Checkout(
                row, attempts: attempts[row.session.id] ?? [],
                entries: entries[row.session.id] ?? [],
                keys: keys)
        }
    }

    private func balances(in transaction: Transaction) throws -> [Balance] {
        let list = ListPage<Balance>(
            of: customer.merchant, Balance.Filter(customer: customer.uuid),
            limit: CustomerExport.balancesMax)
        return try list(in: transaction).items
    }
}
