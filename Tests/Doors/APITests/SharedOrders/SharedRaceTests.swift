import API
import Merchants
import Postgres
import SharedOrders
import TestSupport
import Testing
import Vocabulary

/// Participants who act at the same moment, with real concurrency.
@Suite(.timeLimit(.minutes(5))) struct SharedRaceTests {
    private typealias Ask = @Sendable () async throws -> Reply

    /// Makes all calls at once.
    ///
    /// - Returns: The answers, in the order of the calls.
    private func together(
        _ calls: [Ask]
    ) async throws -> [Reply] {
        try await withThrowingTaskGroup(of: (Int, Reply).self) { group in
            for (place, call) in calls.enumerated() {
                group.addTask { (place, try await call()) }
            }
            return try await group.reduce(into: [Int: Reply]()) { $0[$1.0] = $1.1 }
                .sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// Expects that the order's stored counts match its rows.
    private func requireStoredCounts(_ scene: SharedScene) async throws {
        let rows = try await TestServer.shared.value.database.run(
            """
            SELECT o.total = coalesce(c.total, 0) AND o.choices = coalesce(c.count, 0)
                AND o.present = p.present AND o.total = p.total
                AND o.taken[3] = coalesce(c.cakes, 0) AS is_right
            FROM shared_orders o, LATERAL (
                SELECT sum(unit_price * quantity) AS total, count(*) AS count,
                    sum(quantity) FILTER (WHERE item = 'cake') AS cakes
                FROM shared_choices c WHERE c.merchant_id = o.merchant_id
                    AND c.shared_order_id = o.shared_order_id AND c.state = 'placed') c, LATERAL (
                SELECT count(*) FILTER (WHERE left_at IS NULL) AS present, sum(total) AS total
                FROM shared_participants p WHERE p.merchant_id = o.merchant_id
                    AND p.shared_order_id = o.shared_order_id) p
            WHERE o.merchant_id = \(scene.shop.merchant.number)
            """)
        #expect(try rows[0].get("is_right", as: Bool.self))
    }

    @Test func `the choices of sixty-four simultaneous participants are all counted`() async throws
    {
        let scene = try await SharedScene.start(#""limits":{"participants":65}"#)
        let friends = try await scene.join(64)
        let replies = try await together(
            friends.flatMap { friend in
                (0..<4).map { number -> Ask in
                    { try await friend.choose("w\(number)", #"{"item":"water"}"#) }
                }
            })
        #expect(replies.allSatisfy { $0.status == 200 })
        #expect(
            Set(replies.compactMap { $0.number("version") }).count == 256,
            "each answer has its own version")
        let state = try await scene.state()
        #expect(state.count("choices") == 256)
        #expect(state.string("amounts.total") == "256.00")
        try await requireStoredCounts(scene)
    }

    @Test func `simultaneous choices through two servers are all counted`() async throws {
        let scene = try await SharedScene.start(#""limits":{"participants":33}"#)
        let friends = try await scene.join(32)
        let services = try await TestServer.shared.value.services
        let (database, keys) = (services.database, services.keys)
        // Each server has a queue of its own: only the order's row lock is common to both.
        let servers = (0..<2).map { _ in
            SharedOrderService(database: database, keys: keys, identify: TestServer.identify)
        }
        let order = try #require(SharedOrder.ID(scene.id))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for friend in friends {
                let water = Choice.Content(product: .item("water"), quantity: 1, picks: [])
                let request = ChoiceRequest(
                    participant: friend.number, name: "w", action: .place(water), version: nil)
                let choose = ChangeChoice(request, in: order, now: TestServer.now())
                group.addTask { _ = try await choose(on: servers[friend.number % 2]) }
            }
            try await group.waitForAll()
        }
        #expect(try await scene.state().string("amounts.total") == "32.00")
        try await requireStoredCounts(scene)
    }

    /// Changes of many orders share a commit, and one that needs a lock of its own is among them.
    @Test func `simultaneous choices in many orders each change their own order`() async throws {
        var scenes: [SharedScene] = []
        for _ in 0..<16 { scenes.append(try await SharedScene.start()) }
        let (lapsed, canceled) = (scenes[3], scenes[7])
        #expect(try await lapsed.host.cone("first").status == 200)
        #expect(try await lapsed.lock("host").status == 200)
        try await lapsed.pass(seconds: 3_600)
        #expect(try await canceled.host.ask("POST", "/cancel").status == 200)
        let replies = try await together(
            scenes.flatMap { scene in
                (0..<4).map { number -> Ask in
                    { try await scene.host.choose("w\(number)", #"{"item":"water"}"#) }
                }
            })
        for (place, reply) in replies.enumerated() {
            #expect(reply.status == (place / 4 == 7 ? 409 : 200))
        }
        for scene in scenes {
            let total = scene.id == lapsed.id ? "7.00" : scene.id == canceled.id ? "0.00" : "4.00"
            #expect(try await scene.state().string("amounts.total") == total)
            #expect(try await scene.status() == (scene.id == canceled.id ? "canceled" : "open"))
            try await requireStoredCounts(scene)
        }
    }

    @Test func `of many participants who choose the last item in stock one gets it`() async throws {
        let scene = try await SharedScene.start()
        let friends = try await scene.join(16)
        let replies = try await together(
            friends.map { friend in { try await friend.choose("c", #"{"item":"cake"}"#) } })
        #expect(replies.count { $0.status == 200 } == 1)
        for late in replies where late.status != 200 {
            #expect(late.status == 409 && late.string("code") == "sold_out")
            #expect(late.string("sharedOrder.choices.0.item") == "cake")
        }
        try await requireStoredCounts(scene)
    }

    @Test func `a full order admits no further participant`() async throws {
        let scene = try await SharedScene.start(#""limits":{"participants":4}"#)
        let replies = try await together(
            (0..<12).map { _ in { try await scene.ask("POST", "/participants", "{}") } })
        #expect(replies.count { $0.status == 201 } == 3)
        #expect(replies.count { $0.string("code") == "order_full" } == 9)
        try await requireStoredCounts(scene)
    }

    @Test func `a device that joins several times at once is one participant`() async throws {
        let scene = try await SharedScene.start()
        let device = #"{"identifier":"6F1D2C4B-0001-4000-8000-0000000000FF"}"#
        let replies = try await together(
            (0..<8).map { _ in { try await scene.ask("POST", "/participants", device) } })
        #expect(replies.count { $0.status == 201 } == 1)
        #expect(replies.count { $0.string("code") == "identifier_taken" } == 7)
        #expect(try await scene.state().count("participants") == 2)
    }

    @Test func `a participant who is removed while choosing leaves no choice`() async throws {
        for _ in 0..<5 {
            let scene = try await SharedScene.start()
            let bob = try await scene.join()
            let host = scene.host
            let replies = try await together([
                { try await bob.cone("a") }, { try await bob.cone("b") },
                { try await host.ask("DELETE", "/participants/2") },
                { try await bob.cone("c") },
            ])
            #expect(replies[2].status == 204)
            #expect(
                [replies[0], replies[1], replies[3]].allSatisfy { [200, 403].contains($0.status) })
            #expect(try await scene.lines().isEmpty)
            try await requireStoredCounts(scene)
        }
    }

    @Test func `the paid order is the locked one, even if a choice arrives just then`() async throws
    {
        for _ in 0..<5 {
            let scene = try await SharedScene.start()
            let bob = try await scene.join()
            _ = try await scene.host.cone()
            let (hash, host) = (try await scene.hash(), scene.host)
            let lock = #"{"hash":"\#(hash)","payers":"host"}"#
            let replies = try await together([
                { try await bob.cone() }, { try await host.ask("POST", "/lock", lock) },
                { try await host.ask("POST", "/lock", lock) },
            ])
            let (chose, locked) = (replies[0].status == 200, replies[1].status == 200)
            #expect(chose != locked, "either the choice or the lock succeeds")
            #expect(replies[2].status == replies[1].status)
            guard locked else {
                #expect(replies[1].string("code") == "version_mismatch")
                continue
            }
            let checkouts = try await together(
                (0..<6).map { _ in
                    { try await host.ask("POST", "/checkout", #"{"hash":"\#(hash)"}"#) }
                })
            #expect(checkouts.count { $0.status == 201 } == 1, "one checkout is opened")
            #expect(Set(checkouts.compactMap { $0.string("id") }).count == 1)
            #expect(checkouts[0].string("total") == "3.00")
        }
    }

    @Test func `of a lock and a change of host at the same moment one succeeds`() async throws {
        for _ in 0..<5 {
            let scene = try await SharedScene.start()
            _ = try await scene.join()
            _ = try await scene.host.cone()
            let (hash, host) = (try await scene.hash(), scene.host)
            let replies = try await together([
                {
                    try await host.ask(
                        "POST", "/lock", #"{"hash":"\#(hash)","payers":"host"}"#)
                },
                { try await host.ask("POST", "/host", #"{"participant":2}"#) },
            ])
            #expect(replies.count { $0.status == 200 } == 1)
            let state = try await scene.state()
            #expect((state.string("status") == "locked") == (state.number("host") == 1))
        }
    }

    @Test func `an expired order cannot be locked and emits its event once`() async throws {
        let scene = try await SharedScene.start()
        _ = try await scene.host.cone()
        let hash = try await scene.hash()
        try await scene.pass(seconds: 86_401)
        #expect(try await scene.status() == "expired", "an order expires before a worker stores it")
        let late = try await scene.host.ask(
            "POST", "/lock", #"{"hash":"\#(hash)","payers":"host"}"#)
        #expect(late.status == 409 && late.string("code") == "shared_order_not_open")
        #expect(late.string("sharedOrder.status") == "expired")
        let server = try await TestServer.shared.value
        let emitted = {
            try await server.database.run(
                """
                SELECT FROM events WHERE merchant_id = \(scene.shop.merchant.number)
                    AND type = 'shared_order.expired'
                """
            ).count
        }
        #expect(try await emitted() == 0)
        for _ in 0..<2 {
            _ = try await ExpireSharedOrders(server.services.sharedOrders, now: TestServer.now())()
        }
        #expect(try await emitted() == 1, "the event is emitted once")
    }

    @Test func `a credential cannot write to another order`() async throws {
        let (one, other) = (try await SharedScene.start(), try await SharedScene.start())
        let reply = try await one.shop.ask(
            as: one.host.credential, "PUT", other.path + "/choices/a", #"{"item":"water"}"#)
        #expect(reply.status == 403 && reply.string("code") == "not_participant")
        #expect(try await other.lines().isEmpty)
        #expect(try await one.lines().isEmpty)
    }

    @Test func `a reader never sees an older state after a newer one`()
        async throws
    {
        let scene = try await SharedScene.start()
        let friends = try await scene.join(4)
        async let written = together(
            friends.flatMap { friend in
                (0..<20).map { number -> Ask in
                    { try await friend.choose("w\(number)", #"{"item":"water"}"#) }
                }
            })
        var last = 0
        for _ in 0..<60 {
            let state = try await scene.state()
            let version = state.number("version") ?? 0
            #expect(version >= last)
            #expect(
                state.string("amounts.items") == "\(state.count("choices")).00",
                "the state is of one moment"
            )
            last = version
        }
        #expect(try await written.allSatisfy { $0.status == 200 })
    }

    @Test func `an altered token, another order's and an unknown one get the same answer`()
        async throws
    {
        let scene = try await SharedScene.start()
        var token = Array(scene.token)
        token[token.count - 1] = token.last == "0" ? "1" : "0"
        let other = try await SharedScene.start()
        let parts = other.token.split(separator: "_").map(String.init)
        let mixed = [scene.token.split(separator: "_").map(String.init)[0]] + parts.dropFirst()
        let unknownID = "\(parts[0])_\(parts[1])_\(parts[2])_"
        var answers: Set<String> = []
        for guess in [
            String(token), mixed.joined(separator: "_"), unknownID, "x", "..%2f",
            String(repeating: "a", count: 5_000), "\(parts[0])_z_1_\(parts[3])",
        ] {
            let reply = try await scene.shop.ask(as: nil, "GET", "/v1/shared/\(guess)")
            #expect(reply.status == 404, "\(guess.prefix(20))")
            answers.insert(reply.string("code") ?? "")
        }
        #expect(answers == ["no_shared_order"], "all refusals are equal")
        let forged = try await scene.shop.ask(
            as: "sp_\(parts[0])_1_1_", "PUT", scene.path + "/choices/a", #"{"item":"water"}"#)
        #expect(forged.status == 401)
    }
}
