import Balances
import CartSupport
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Payments of all kinds that share balances and a coupon, many at once, alone and in batches.
@Suite struct MixedLoadTests {
    private static let rounds = 4

    @Test func `64 payments and refunds at once cause no deadlock`() async throws {
        let deadlocks = DeadlockCount()
        try await TestDatabase.configured {
            $0.connections = 12
            // On a busy machine, 64 payments by four balances wait for longer than two seconds.
            $0.poolWaitMilliseconds = 60_000
            $0.lockTimeoutMilliseconds = 60_000
            $0.parameters["deadlock_timeout"] = "20ms"
            $0.notify = deadlocks.record
        }.withFreshDatabase { database in
            let till = try await Till(on: database)
            let bank = StatefulBank()
            let tenth = CouponTerms.Reduction.percentage(Rate(percent: "10")!)
            let coupon = try await till.coupon("TENTH", CouponTerms(reduction: tenth))
            var balances: [Balance.ID] = []
            for _ in 0..<4 { balances.append(try await till.balance("5000.00")) }
            for _ in 0..<Self.rounds {
                let sessions = try await together(64) { [balances] index in
                    let isReduced = index % 5 == 0
                    let session = try await till.checkout(coupon: isReduced ? coupon : nil) {
                        $0.supportsCouponCode = isReduced
                    }
                    // Two balances each, in every order.
                    for offset in index % 4 == 3 ? [] : [index % 4, index % 3 + 1] {
                        try await till.attach(
                            balances[(index + offset) % 4], to: session,
                            upTo: index % 2 == 0 ? "2.00" : nil)
                    }
                    return try await till.session(session)
                }
                _ = try await together(64) { index in
                    let session = sessions[index]
                    if session.total.minorUnits > 0 {
                        #expect(try await till.pay(session, by: bank.processor).isSuccess)
                    } else if try await till.payTogether(session) == nil {
                        #expect(try await till.payByBalance(session).isSuccess)
                    }
                    try await till.refund(
                        session, Int64(100 + index), to: index % 2 == 0 ? .original : .balance(nil),
                        by: bank.processor)
                }
            }
            try await expectCleanAudit(database, at: now)
        }
        #expect(deadlocks.value == 0)
    }
}
