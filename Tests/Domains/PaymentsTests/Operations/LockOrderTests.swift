import Balances
import CartSupport
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// The lock order of docs/architecture.md. An authorization locks the coupon before the balances;
/// a transaction that locks them the other way round would deadlock with it.
struct LockOrderTests {
    private static let tenth = CouponTerms.Reduction.percentage(Rate(percent: "10")!)

    @Test func `a void locks the coupon before the balances`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let scene = try await Scene(on: database)
            let bank = StatefulBank()
            let processor = bank.processor
            #expect(try await scene.till.pay(scene.session, by: processor).isSuccess)
            try await scene.expectFreeBalance {
                _ = try await scene.till.void(scene.session, by: processor)
            }
            #expect(try await scene.till.redemptions(scene.coupon) == 0)
        }
    }

    @Test func `a decline locks the coupon before the balances`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let scene = try await Scene(on: database)
            let isAsked = Gate()
            let mayDecline = Gate()
            let processor = Bank().processor { (_) async throws(ProcessorFault) in
                isAsked.open()
                await mayDecline.wait()
                return .declined(.declined)
            }
            let payment = Task { try await scene.till.pay(scene.session, by: processor) }
            await isAsked.wait()
            try await scene.expectFreeBalance {
                mayDecline.open()
                let answer = try await payment.value
                #expect(!answer.isSuccess)
            }
            #expect(try await scene.till.redemptions(scene.coupon) == 0)
        }
    }

    /// A checkout that a coupon, a balance and a card pay.
    private struct Scene {
        let till: Till
        let coupon: Coupon
        let balance: Balance.ID
        let session: CheckoutSession

        init(on database: Database) async throws {
            till = try await Till(on: database)
            coupon = try await till.coupon("TEN", CouponTerms(reduction: tenth))
            balance = try await till.balance("4.00")
            session = try await till.checkout(coupon: coupon) {
                $0.supportsCouponCode = true
                $0.captureMethod = .manual
            }
            try await till.attach(balance, to: session)
        }

        /// Expects that the body waits for the coupon without a lock on the balance.
        func expectFreeBalance(_ body: @escaping @Sendable () async throws -> Void) async throws {
            let database = till.database
            let lockCoupon: Query = """
                SELECT FROM coupons WHERE merchant_id = \(till.merchant.number)
                    AND coupon_id = \(coupon.id.uuid) FOR UPDATE
                """
            let waiting = try await database.whileLocked(lockCoupon) {
                let waiting = Task { try await body() }
                try await eventually("the payment waits for the coupon") {
                    try await database.someoneWaits(for: "FROM coupons")
                }
                try await database.run(
                    """
                    SELECT FROM balances WHERE merchant_id = \(till.merchant.number)
                        AND balance_id = \(balance.uuid) FOR UPDATE NOWAIT
                    """)
                return waiting
            }
            try await waiting.value
        }
    }
}
