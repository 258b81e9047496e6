import API
import Merchants
import Outbox
import Postgres
import SharedOrders
import TestSupport
import Testing
import Vocabulary

extension SharedScene {
    /// Runs the event handler and the worker for the payers' checkouts until nothing is due.
    func reconcileShares() async throws {
        let server = try await TestServer.shared.value
        let merchant = shop.merchant.number
        let events = try await server.database.run(
            "SELECT \(Event.columns) FROM events v WHERE v.merchant_id = \(merchant)"
        ).map(Event.init(row:))
        let handler = SharedOrderEventHandlers.all(now: TestServer.now)[0]
        try await server.database.transaction { transaction in
            for event in events where handler.types.contains(event.type) {
                try handler.handle(event, transaction)
            }
        }
        let reconcileShares = ReconcileShares(
            try await Toaster.paymentContext(), server.services.sharedOrders)
        try await eventually("no payment is unfinished") {
            _ = try await reconcileShares(at: TestServer.now())
            return try await server.database.run(
                """
                SELECT FROM shared_shares WHERE merchant_id = \(merchant) AND due_at IS NOT NULL
                """
            ).isEmpty
        }
    }

    /// Lets a worker process one share and no other.
    func look(at share: Int64) async throws {
        let server = try await TestServer.shared.value
        let own: Query = "merchant_id = \(shop.merchant.number) AND share = \(share)"
        try await server.database.run(
            "UPDATE shared_shares SET due_at = \(TestServer.now()) WHERE \(own)")
        let reconcileShares = ReconcileShares(
            try await Toaster.paymentContext(), server.services.sharedOrders)
        try await eventually("the worker has checked the share") {
            _ = try await reconcileShares(at: TestServer.now())
            return try await server.database.run(
                "SELECT FROM shared_shares WHERE \(own) AND due_at IS NULL"
            ).count == 1
        }
    }

    /// Moves the order's times into the past by this number of seconds.
    func pass(seconds: Int64) async throws {
        let database = try await TestServer.shared.value.database
        try await database.run(
            """
            UPDATE shared_orders SET pay_by = pay_by - \(seconds) * interval '1 s',
                deadline_at = deadline_at - \(seconds) * interval '1 s',
                ended_at = ended_at - \(seconds) * interval '1 s'
            WHERE merchant_id = \(shop.merchant.number)
            """)
    }

    func hash() async throws -> String { try await state().string("hash") ?? "" }

    func lock(_ payers: String, _ more: String = "") async throws -> Reply {
        let hash = try await hash()
        return try await host.ask(
            "POST", "/lock", #"{"hash":"\#(hash)","payers":"\#(payers)"\#(more)}"#)
    }

    /// Lines such as `1 3.00 due`: the payer, the amount and the status.
    func payments() async throws -> [String] {
        let state = try await state()
        return (0..<state.count("payments")).map { place in
            let payment = { (member: String) in
                state["payments.\(place).\(member)"].map { "\($0)" } ?? ""
            }
            return "\(payment("participant")) \(payment("amount")) \(payment("status"))"
        }
    }

    func status() async throws -> String { try await state().string("status") ?? "" }
}

extension Friend {
    /// The checkout for the participant's share.
    func checkout(_ scene: SharedScene) async throws -> OpenedCheckout {
        let hash = try await scene.hash()
        let reply = try await ask("POST", "/checkout", #"{"hash":"\#(hash)"}"#)
        guard [200, 201].contains(reply.status), let id = reply.string("id"),
            let secret = reply.string("clientSecret")
        else { throw Unexpected(reply: reply) }
        return OpenedCheckout(shop: shop, id: id, secret: secret, reply: reply)
    }
}
