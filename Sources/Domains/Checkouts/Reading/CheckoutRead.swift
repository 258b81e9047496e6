import Postgres

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
