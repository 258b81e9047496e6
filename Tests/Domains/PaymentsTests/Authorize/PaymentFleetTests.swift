import Balances
import CartSupport
import Contacts
import Idempotency
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Random payments, written many at once, one by one under row locks, and row by row by a reference
/// that shares no statement with the product.
@Suite struct PaymentFleetTests {
    @Test(arguments: [(1, 1), (2, 2), (3, 7), (4, 64), (5, 33), (6, 64)] as [(UInt64, Int)])
    func `random payments write the rows of the reference, together and one by one`(
        seed: UInt64, count: Int
    ) async throws {
        let till = try await Till {
            $0.unknownIssuingCountry = .refuse
            $0.lateSuccess = seed % 2 == 0 ? .keep : .void
        }
        let plans = try await till.plans(count, seed: seed)
        let expected = try await till.trace { transaction in
            for plan in plans {
                var reference = PaymentReference(plan, of: till)
                try reference.write(in: transaction)
            }
        }
        let together = try await till.trace { try till.write(plans, in: $0) }
        let single = try await till.trace { try till.write(plans, together: false, in: $0) }
        for (table, rows) in expected {
            #expect(together[table] == rows, "\(table), together")
            #expect(single[table] == rows, "\(table), one by one")
        }
        #expect(expected["public.timeline"]?.isEmpty == false)
    }
}
