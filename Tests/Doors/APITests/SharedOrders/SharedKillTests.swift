import Merchants
import Postgres
import TestSupport
import Testing

/// Workers are killed repeatedly while they capture and void the shares of friends. Afterwards
/// each share was captured once or not at all, in our rows and in the bank's own record.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct SharedKillTests {
    /// Orders that all three friends have paid.
    private static let paid = 8
    /// Orders that one friend has not paid, and that the host unlocks.
    private static let reopened = 4
    private static let kills = 10

    @Test func `each paid share is captured once although its workers are killed`() async throws {
        try await CrashScene.play { scene in
            let server = try await scene.start([
                "PAYSHEET_WORKERS=off", "PAYSHEET_ATTEMPTS_PER_MINUTE=100000",
            ])
            let shop = scene.shop(at: server)
            for _ in 0..<Self.paid { try await Self.order(at: shop, all: true) }
            for _ in 0..<Self.reopened { try await Self.order(at: shop, all: false) }
            // Each unlocked order releases its unpaid share, too.
            let wanted = Int64(Self.paid * 3 + Self.reopened * 3)
            for kill in 0..<Self.kills where try await Self.ended(scene) < wanted {
                let before = try await Self.ended(scene)
                let workers = scene.startWorkers(2)
                // Kills at another moment each time, and only after some shares ended.
                try await eventually("workers finish the payments") {
                    let ended = try await Self.ended(scene)
                    return ended > before + Int64(kill % 3) || ended >= wanted
                }
                try await scene.kill(workers)
                try await Self.age(scene)
            }
            let worker = RunningServer.startWorkers(
                on: scene.settings.connection, in: scene.folder)
            try await eventually("all payments are finished") {
                try await Self.age(scene)
                return try await Self.ended(scene) == wanted
            }
            try await worker.stop()
            try await server.stop()

            #expect(
                try await scene.states(of: "shared_orders")
                    == Array(repeating: "open", count: Self.reopened)
                    + Array(repeating: "paid", count: Self.paid))
            #expect(
                try await scene.states(of: "shared_shares").filter { $0 == "captured" }.count
                    == Self.paid * 3)
            // The bank's record: 10.00 in three parts for each paid order, and nothing for the
            // others.
            let row = try await scene.database.run(
                """
                SELECT count(*) FILTER (WHERE taken > 0) AS taken,
                    coalesce(sum(taken), 0)::bigint AS sum,
                    count(*) FILTER (WHERE taken = 0 AND state = 'voided') AS given
                FROM sandbox.charges
                """)[0]
            #expect(try row.get("taken", as: Int64.self) == Int64(Self.paid * 3))
            #expect(try row.get("sum", as: Int64.self) == Int64(Self.paid * 1_000))
            #expect(try row.get("given", as: Int64.self) == Int64(Self.reopened * 2))
            try await expectCleanAudit(scene.database)
        }
    }

    /// Three friends have a cone each, and the delivery costs a dollar. Either all pay, or two pay
    /// and the host unlocks the order.
    private static func order(at shop: Shop, all: Bool) async throws {
        let scene = try await SharedScene.start(
            #""fees":[{"label":"Delivery","amount":"1.00"}]"#, shop: shop)
        let friends = [scene.host, try await scene.join(), try await scene.join()]
        for friend in friends { _ = try await friend.cone() }
        #expect(try await scene.lock("each").status == 200)
        for friend in all ? friends : Array(friends.prefix(2)) {
            #expect(try await friend.checkout(scene).pay().number("status") == 0)
        }
        guard !all else { return }
        #expect(try await scene.host.ask("POST", "/unlock").status == 200)
    }

    private static func ended(_ scene: CrashScene) async throws -> Int64 {
        try await scene.database.run(
            """
            SELECT count(*) AS ended FROM shared_shares
            WHERE state IN ('captured', 'let_go') AND due_at IS NULL
            """)[0].get("ended")
    }

    /// Moves leases and due times into the past, so that the test does not wait for them to end.
    private static func age(_ scene: CrashScene) async throws {
        for table: Query in ["attempts", "captures"] {
            try await scene.database.run(
                """
                UPDATE \(table) SET started_at = started_at - interval '70 seconds',
                    leased_until = leased_until - interval '70 seconds'
                WHERE state IN ('started', 'unknown', 'voiding')
                """)
        }
        try await scene.database.run(
            "UPDATE shared_shares SET due_at = due_at - interval '70 seconds'")
    }
}
