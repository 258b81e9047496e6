import API
import Merchants
import Postgres
import SharedOrders
import TestSupport
import Testing
import Vocabulary

/// Workers that process shares while participants pay.
@Suite struct SharedShareWorkTests {
    @Test func `a payment is not missed while a worker checks its share`()
        async throws
    {
        let scene = try await SharedScene.start()
        _ = try await scene.host.cone()
        #expect(try await scene.lock("host").status == 200)
        let checkout = try await scene.host.checkout(scene)
        let merchant = scene.shop.merchant.number
        let server = try await TestServer.shared.value
        let database = server.database
        let reconcileShares = ReconcileShares(
            try await Toaster.paymentContext(on: TestDatabase.patient),
            SharedOrderService(
                database: try await TestDatabase.patient, keys: server.services.keys,
                identify: TestServer.identify))
        let own: Query = "merchant_id = \(merchant)"
        let wake: Query =
            "UPDATE shared_shares SET due_at = least(due_at, \(TestServer.now())) WHERE \(own)"
        let (isWoken, hasPaid) = (Gate(), Gate())

        // A worker has claimed the share, and waits for the order's row lock.
        let (looking, waking) = try await database.whileLocked(
            "SELECT true FROM shared_orders WHERE \(own) FOR UPDATE"
        ) {
            _ = try await database.run(wake)
            let looking = Task { _ = try await reconcileShares(at: TestServer.now()) }
            try await eventually("a worker has claimed the share") {
                try await !database.run(
                    """
                    SELECT FROM shared_shares WHERE \(own)
                        AND due_at > \(TestServer.now().adding(seconds: 10))
                    """
                ).isEmpty
            }
            // The buyer's payment makes the share due, in a transaction that is not committed yet.
            let waking = Task {
                try await database.whileLocked(wake) {
                    isWoken.open()
                    await hasPaid.wait()
                }
            }
            await isWoken.wait()
            return (looking, waking)
        }
        // The worker has read an open checkout, and is about to store that the share is not due.
        try await eventually("the worker stores the share") {
            try await database.someoneWaits(for: "UPDATE shared_shares SET checkout_id")
        }
        #expect(try await checkout.pay().number("status") == 0)
        hasPaid.open()
        try await waking.value
        try await looking.value
        try await eventually("the order is paid") {
            _ = try await reconcileShares(at: TestServer.now())
            return try await scene.status() == "paid"
        }
    }
}
