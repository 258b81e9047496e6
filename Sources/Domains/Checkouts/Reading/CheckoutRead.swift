import Postgres

/// A read of one checkout without a lock, for a caller that stores nothing; it includes the last
/// attempt. Concurrent reads share one statement (docs/decisions/0007).
package struct CheckoutRead: BatchStatement {
    let checkout: CheckoutSession.ID

    package init(checkout: CheckoutSession.ID) {
        self.checkout = checkout
    }

    package var groupCommit: GroupCommit { .reading }

    package static func statement(for reads: [CheckoutRead]) -> Query {
        reads.count == 1
            ? CheckoutSession.find(reads[0].checkout) : CheckoutSession.find(reads.map(\.checkout))
    }
}
