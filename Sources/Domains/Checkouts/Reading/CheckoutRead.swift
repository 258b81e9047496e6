import Postgres

/// An optimistic read for a caller that does not store; it includes the last attempt.
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
