import Postgres
import TestSupport
import Testing

/// SIGKILL ends the server in each phase of a payment, and a new server starts. Afterwards at most
/// one charge is not voided, and the checkout and a repeated request report the same.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CrashTests {
    private static func headers(_ key: String?) -> [(String, String)] {
        key.map { [("Idempotency-Key", $0)] } ?? []
    }

    /// Sends a payment without reading its answer.
    private static func send(
        _ checkout: OpenedCheckout, sandbox: String, key: String? = nil
    ) -> Task<Reply?, Never> {
        Task { try? await checkout.pay(sandbox: sandbox, headers(key)) }
    }

    /// Repeats the payment until no server holds its attempt.
    private static func retry(
        _ checkout: OpenedCheckout, sandbox: String, key: String? = nil
    ) async throws -> Reply {
        var last: Reply?
        try await eventually("the server answers") {
            let reply = try await checkout.pay(sandbox: sandbox, headers(key))
            last = reply
            if reply.status == 409 { #expect(reply.http["Retry-After"] == "1") }
            return reply.status != 409
        }
        return last!
    }

    /// The attempt is stored; the bank receives the request never, or only after the server died.
    @Test(arguments: [false, true])
    func `if the server dies before the charge, a retry makes the only charge`(arrives: Bool)
        async throws
    {
        try await CrashScene.play { scene in
            let first = try await scene.start()
            let checkout = try await scene.shop(at: first).checkout()
            // A lock keeps the bank from recording the charge while the server dies.
            let lost = try await scene.database.whileLocked(
                "LOCK TABLE sandbox.charges IN EXCLUSIVE MODE"
            ) {
                let lost = Self.send(checkout, sandbox: "")
                try await eventually("the server calls the bank") {
                    try await scene.someoneWaits(for: "paysheet sandbox")
                }
                first.kill()
                if !arrives {
                    try await scene.database.run(
                        """
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = current_database()
                            AND application_name = 'paysheet sandbox'
                        """)
                }
                return lost
            }
            #expect(await lost.value == nil)
            #expect(try await scene.attempts == ["started"])
            #expect(try await scene.checkout == ["authorizing"])
            try await eventually("the bank has processed the request") {
                try await scene.charges == (arrives ? ["charged"] : [])
            }
            let second = try await scene.start(["PAYSHEET_WORKERS=off"])
            let returned = scene.again(checkout, at: second)
            // Too early: the lease says that a server may still be working on it.
            #expect(try await returned.pay().status == 409)
            try await scene.age(seconds: 60)
            let reply = try await Self.retry(returned, sandbox: "")
            #expect(reply.status == 200)
            #expect(reply.number("status") == 0)
            #expect(try await scene.expectPaidOnce(returned))
            try await second.stop()
        }
    }

    @Test func `if the server dies before the charge, a worker reopens the checkout`()
        async throws
    {
        try await CrashScene.play { scene in
            let first = try await scene.start()
            let checkout = try await scene.shop(at: first).checkout()
            let lost = Self.send(checkout, sandbox: #""outcome":"timeout""#)
            try await eventually("the attempt is started") {
                try await scene.attempts == ["started"]
            }
            first.kill()
            #expect(await lost.value == nil)
            let second = try await scene.start()
            let returned = scene.again(checkout, at: second)
            // Until the bank's time limit has passed, no other card is charged.
            #expect(try await returned.pay().status == 409)
            try await scene.age(seconds: 90)
            try await eventually("the worker closes the attempt") {
                try await scene.checkout == ["open"]
            }
            #expect(try await scene.charges == ["closed"])
            #expect(try await scene.events == ["checkout.declined"])
            let paid = try await Self.retry(returned, sandbox: "")
            #expect(paid.number("status") == 0)
            #expect(try await scene.charges == ["charged", "closed"])
            #expect(try await scene.attempts == ["authorized", "declined"])
            #expect(try await returned.state().string("capturedAmount") == "10.00")
            try await second.stop()
        }
    }

    /// Starts another server, whose worker finds the abandoned attempt and stores that it was paid.
    private static func serverThatFinishes(in scene: CrashScene) async throws -> RunningServer {
        #expect(try await scene.attempts == ["started"])
        try await scene.age(seconds: 60)
        let server = try await scene.start()
        try await eventually("the worker finishes the attempt") {
            try await scene.checkout == ["captured"]
        }
        return server
    }

    /// The bank has charged, and the server died before it stored the outcome.
    @Test(arguments: [nil, "key-1"])
    func `if the server dies after the charge, a worker finds it and a retry reports it`(
        key: String?
    )
        async throws
    {
        try await CrashScene.play { scene in
            let slow = #""outcome":"slow","delayMilliseconds":60000"#
            let first = try await scene.start()
            let checkout = try await scene.shop(at: first).checkout()
            let lost = Self.send(checkout, sandbox: slow, key: key)
            try await eventually("the charge is made") {
                try await scene.charges == ["charged"]
            }
            first.kill()
            #expect(await lost.value == nil)
            let second = try await Self.serverThatFinishes(in: scene)
            let returned = scene.again(checkout, at: second)
            for _ in 0..<2 {
                let reply = try await Self.retry(returned, sandbox: slow, key: key)
                #expect(reply.status == 200)
                #expect(reply.number("status") == 0)
            }
            // Another card comes too late.
            #expect(try await returned.pay().status == 409)
            #expect(try await scene.expectPaidOnce(returned))
            try await second.stop()
        }
    }

    /// The bank has answered, and the server dies while it stores the outcome.
    @Test(arguments: [nil, "key-2"])
    func `if the server dies while it stores the outcome, a worker stores it`(key: String?)
        async throws
    {
        try await CrashScene.play { scene in
            let slow = #""outcome":"slow","delayMilliseconds":150"#
            let first = try await scene.start()
            let checkout = try await scene.shop(at: first).checkout()
            let lost = Self.send(checkout, sandbox: slow, key: key)
            try await eventually("the charge is made") {
                try await scene.charges == ["charged"]
            }
            try await scene.database.whileLocked("SELECT true FROM checkouts FOR UPDATE") {
                // Not the batch statement: Postgres completes it after its server has died, and
                // then the worker has nothing left to do. The batch gives way to FOR UPDATE after a
                // moment.
                try await eventually("the server wants to write") {
                    try await scene.someoneWaits(for: "paysheet", with: "FOR UPDATE")
                }
                first.kill()
            }
            #expect(await lost.value == nil)
            let second = try await Self.serverThatFinishes(in: scene)
            let returned = scene.again(checkout, at: second)
            let reply = try await Self.retry(returned, sandbox: slow, key: key)
            #expect(reply.number("status") == 0)
            #expect(try await scene.expectPaidOnce(returned))
            try await second.stop()
        }
    }

    /// The outcome is stored, and the buyer never received the answer.
    @Test(arguments: [nil, "key-3"])
    func `if the server dies with the outcome stored, a retry gets the lost answer`(
        key: String?
    ) async throws {
        try await CrashScene.play { scene in
            let first = try await scene.start()
            let checkout = try await scene.shop(at: first).checkout()
            let lost = Self.send(checkout, sandbox: "", key: key)
            try await eventually("the outcome is written") {
                try await scene.checkout == ["captured"]
            }
            first.kill()
            // The answer may have arrived just before.
            let unread = await lost.value
            let second = try await scene.start()
            let returned = scene.again(checkout, at: second)
            let reply = try await Self.retry(returned, sandbox: "", key: key)
            #expect(reply.number("status") == 0)
            if key != nil { #expect(reply.http["Idempotent-Replayed"] == "true") }
            if let unread { #expect(unread.text == reply.text) }
            #expect(try await scene.expectPaidOnce(returned))
            try await second.stop()
        }
    }

    /// The buyer got the answer `unknown` although the bank had charged; then the server died.
    @Test func `if the server dies with an unknown outcome, a worker voids the late charge once`()
        async throws
    {
        try await CrashScene.play { scene in
            let unknown = #""outcome":"unknown""#
            let first = try await scene.start()
            let checkout = try await scene.shop(at: first).checkout()
            let reported = try await checkout.pay(sandbox: unknown, Self.headers("key-4"))
            #expect(reported.number("status") == 1)
            #expect(reported.string("errors.0.code") == "unknown")
            first.kill()
            #expect(try await scene.attempts == ["unknown"])
            let second = try await scene.start()
            let returned = scene.again(checkout, at: second)
            try await scene.age(seconds: 60)
            try await eventually("the worker voids the charge") {
                try await scene.attempts == ["voided"]
            }
            #expect(try await scene.charges == ["voided"])
            #expect(try await scene.events == ["checkout.late_success"])
            // The same request is the same purchase: no second charge.
            let again = try await Self.retry(returned, sandbox: unknown, key: "key-4")
            #expect(again.number("status") == 1)
            #expect(try await scene.charges == ["voided"])
            #expect(try await returned.state().string("status") == "open")
            // A new request charges.
            #expect(try await returned.pay().number("status") == 0)
            #expect(try await scene.charges == ["charged", "voided"])
            try await second.stop()
        }
    }
}
