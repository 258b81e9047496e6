import Postgres

/// Creates a test merchant, or two more keys for the existing one of the same name.
///
/// Keys are shown only once, so a repeated call cannot return the old ones; those keep working.
package struct SeedMerchant: Verb {
    private let open: OpenMerchant

    package init(_ open: OpenMerchant) {
        precondition(!open.live, "only test merchants can be seeded")
        self.open = open
    }

    package struct Outcome: Sendable {
        package let opened: OpenMerchant.Outcome
        package let wasThere: Bool
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        try transaction.enqueue(Merchant.blockCreation)
        guard let row = try transaction.run(Merchant.firstTest(named: open.name)).first else {
            return Outcome(opened: try open(in: transaction), wasThere: false)
        }
        let there = try Merchant(row: row)
        return Outcome(opened: try open.issueKeys(for: there, in: transaction), wasThere: true)
    }
}
