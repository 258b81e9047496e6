import Postgres

/// An optimistic read of one checkout for a caller that then decides and stores. It includes the
/// current version of the merchant's settings, and the transaction that last wrote the row, by
/// which the store detects a change.
///
/// Concurrent reads share one statement (docs/decisions/0007).
package struct OptimisticCheckoutRead: BatchStatement {
    let checkout: CheckoutSession.ID

    package init(checkout: CheckoutSession.ID) {
        self.checkout = checkout
    }

    package var groupCommit: GroupCommit { .reading }

    package static func statement(for looks: [OptimisticCheckoutRead]) -> Query {
        looks.count == 1
            ? CheckoutSession.findVersioned(looks[0].checkout)
            : CheckoutSession.findVersioned(looks.map(\.checkout))
    }
}

/// An optimistic read for a caller that does not store; it includes the last attempt.
package struct CheckoutRead: BatchStatement {
    let checkout: CheckoutSession.ID

    package init(checkout: CheckoutSession.ID) {
        self.checkout = checkout
    }

    package var groupCommit: GroupCommit { .reading }

    package static func statement(for looks: [CheckoutRead]) -> Query {
        looks.count == 1
            ? CheckoutSession.find(looks[0].checkout) : CheckoutSession.find(looks.map(\.checkout))
    }
}
