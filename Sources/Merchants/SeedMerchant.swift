import Postgres

/// Opens a test merchant unless one of its name is there, which gets two keys more then.
///
/// Keys are shown once, so who asks again cannot be given the old ones; those work on.
package struct SeedMerchant: Sendable {
    private let open: OpenMerchant

    package init(_ open: OpenMerchant) {
        precondition(!open.live, "a live merchant is opened deliberately")
        self.open = open
    }

    package struct Outcome: Sendable {
        package let opened: OpenMerchant.Outcome
        package let wasThere: Bool
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        try transaction.later(Merchant.letNobodyOpen)
        guard let row = try transaction.run(Merchant.firstTest(named: open.name)).first else {
            return Outcome(opened: try open(in: transaction), wasThere: false)
        }
        let there = try Merchant(row: row)
        return Outcome(opened: try open.issueKeys(for: there, in: transaction), wasThere: true)
    }
}
