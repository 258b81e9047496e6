import Postgres
import TestSupport
import Testing

/// The server dies at each phase of a payment, by SIGKILL, and comes back: there is one charge or
/// none, the checkout says the same, and so does whoever asks again.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CrashTests {
    private static func headers(_ key: String?) -> [(String, String)] {
        key.map { [("Idempotency-Key", $0)] } ?? []
    }

    /// Sends a payment that nobody will read the answer of.
    private static func send(
        _ checkout: OpenedCheckout, sandbox: String, key: String? = nil
    ) -> Task<Reply?, Never> {
        Task { try? await checkout.pay(sandbox: sandbox, headers(key)) }
    }

    /// Repeats the payment until nobody is at it any more.
    private static func retry(
        _ checkout: OpenedCheckout, sandbox: String, key: String? = nil
    ) async throws -> Reply {
        var last: Reply?
        try await eventually("an answer") {
            let reply = try await checkout.pay(sandbox: sandbox, headers(key))
            last = reply
            if reply.status == 409 { #expect(reply.http["Retry-After"] == "1") }
            return reply.status != 409
        }
        return last!
    }

    /// After begin: the bank has heard nothing, or hears it when the server is dead already.
    @Test(arguments: [false, true])
    func `killed before the bank has charged, a retry makes the one charge`(arrives: Bool)
        async throws
    {
        try await CrashScene.play { scene in
            let first = try await scene.start()
            let checkout = try await scene.shop(at: first).checkout()
            // The bank's book is held shut while the server dies.
            let lost = try await scene.database.whileLocked(
                "LOCK TABLE sandbox.charges IN EXCLUSIVE MODE"
            ) {
                let lost = Self.send(checkout, sandbox: "")
                try await eventually("the bank is asked") {
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
            try await eventually("the bank is done with it") {
                try await scene.charges == (arrives ? ["charged"] : [])
            }
            let second = try await scene.start(["PAYSHEET_WORKERS=off"])
            let returned = scene.again(checkout, at: second)
            // Too early: a live server might still be at it.
            #expect(try await returned.pay().status == 409)
            try await scene.age(seconds: 60)
            let reply = try await Self.retry(returned, sandbox: "")
            #expect(reply.status == 200)
            #expect(reply.number("status") == 0)
            #expect(try await scene.expectPaidOnce(returned))
            try await second.stop()
        }
    }

    @Test func `killed before the bank has charged, the worker reopens the checkout`()
        async throws
    {
        try await CrashScene.play { scene in
            let first = try await scene.start()
            let checkout = try await scene.shop(at: first).checkout()
            let lost = Self.send(checkout, sandbox: #""outcome":"timeout""#)
            try await eventually("the attempt is begun") {
                try await scene.attempts == ["started"]
            }
            first.kill()
            #expect(await lost.value == nil)
            let second = try await scene.start()
            let returned = scene.again(checkout, at: second)
            // Until the bank's time is over, another card is not charged.
            #expect(try await returned.pay().status == 409)
            try await scene.age(seconds: 90)
            try await eventually("the worker closes it") {
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

    /// Another server, whose worker finds the attempt that was left and writes that it was paid.
    private static func serverThatFinishes(in scene: CrashScene) async throws -> RunningServer {
        #expect(try await scene.attempts == ["started"])
        try await scene.age(seconds: 60)
        let server = try await scene.start()
        try await eventually("the worker finishes it") {
            try await scene.checkout == ["captured"]
        }
        return server
    }

    /// The charge was made, and nobody wrote down that it was.
    @Test(arguments: [nil, "key-1"])
    func `killed after the charge, the worker finds it and a retry learns of it`(key: String?)
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
            // Another card is too late.
            #expect(try await returned.pay().status == 409)
            #expect(try await scene.expectPaidOnce(returned))
            try await second.stop()
        }
    }

    /// The answer of the bank was there, and the server died as it wanted to write it.
    @Test(arguments: [nil, "key-2"])
    func `killed while it writes the outcome, the worker writes it`(key: String?) async throws {
        try await CrashScene.play { scene in
            let slow = #""outcome":"slow","delayMilliseconds":150"#
            let first = try await scene.start()
            let checkout = try await scene.shop(at: first).checkout()
            let lost = Self.send(checkout, sandbox: slow, key: key)
            try await eventually("the charge is made") {
                try await scene.charges == ["charged"]
            }
            try await scene.database.whileLocked("SELECT true FROM checkouts FOR UPDATE") {
                // Not the statement that others share: Postgres ends it though its server is dead, and
                // then there is nothing left for a worker. It gives way to this one after a moment.
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

    /// All was written, and the buyer never read it.
    @Test(arguments: [nil, "key-3"])
    func `killed after the outcome was written, a retry gets the answer that was lost`(
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
            // It may have come through just before.
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

    /// The buyer was told that nobody knows; then the server died, and the charge was there.
    @Test func `killed with an unknown outcome, the late success is given back once`()
        async throws
    {
        try await CrashScene.play { scene in
            let unknown = #""outcome":"unknown""#
            let first = try await scene.start()
            let checkout = try await scene.shop(at: first).checkout()
            let told = try await checkout.pay(sandbox: unknown, Self.headers("key-4"))
            #expect(told.number("status") == 1)
            #expect(told.string("errors.0.code") == "unknown")
            first.kill()
            #expect(try await scene.attempts == ["unknown"])
            let second = try await scene.start()
            let returned = scene.again(checkout, at: second)
            try await scene.age(seconds: 60)
            try await eventually("the charge is given back") {
                try await scene.attempts == ["voided"]
            }
            #expect(try await scene.charges == ["voided"])
            #expect(try await scene.events == ["checkout.late_success"])
            // The same request again is the same purchase: it is not charged anew.
            let again = try await Self.retry(returned, sandbox: unknown, key: "key-4")
            #expect(again.number("status") == 1)
            #expect(try await scene.charges == ["voided"])
            #expect(try await returned.state().string("status") == "open")
            // A new one is.
            #expect(try await returned.pay().number("status") == 0)
            #expect(try await scene.charges == ["charged", "voided"])
            try await second.stop()
        }
    }
}
