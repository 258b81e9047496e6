import Postgres

/// An optimistic read of one checkout for a caller that then decides and stores. It includes the
/// current version of the merchant's settings, and the transaction that last wrote the row, by
/// which the store detects a change.
///
/// Concurrent reads share one statement (docs/decisions/0007).
package struct LookToStore: Joint {
    let checkout: Sheet.ID

    package init(checkout: Sheet.ID) {
        self.checkout = checkout
    }

    package var sharing: Sharing { .reading }

    package static func statement(for looks: [LookToStore]) -> Query {
        looks.count == 1 ? Sheet.see(looks[0].checkout) : Sheet.see(looks.map(\.checkout))
    }
}

/// An optimistic read for a caller that does not store; it includes the last attempt.
package struct LookToRead: Joint {
    let checkout: Sheet.ID

    package init(checkout: Sheet.ID) {
        self.checkout = checkout
    }

    package var sharing: Sharing { .reading }

    package static func statement(for looks: [LookToRead]) -> Query {
        looks.count == 1 ? Sheet.find(looks[0].checkout) : Sheet.find(looks.map(\.checkout))
    }
}
