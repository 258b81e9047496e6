import Foundation
import Glibc
import Merchants
import Postgres
import TestSupport
import Testing

/// The server, or Postgres, is killed repeatedly while buyers pay and merchants move money.
/// Afterwards the audit passes, and the bank's own record holds everything once.
///
/// `PAYSHEET_KILLS=many` kills the server 200 times and Postgres 50 times.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct KillTests {
    private static let isMany = ProcessInfo.processInfo.environment["PAYSHEET_KILLS"] == "many"
    static let serverKills = isMany ? 200 : 50
    static let postgresKills = isMany ? 50 : 10

    /// The processor's time limit is two seconds, so that leases end soon.
    private static let environment = [
        "PAYSHEET_PROCESSOR_MILLISECONDS=2000", "PAYSHEET_ATTEMPTS_PER_MINUTE=100000",
        "PAYSHEET_LOG=error",
    ]

    @Test func `payments stay consistent when the server is killed at any moment`() async throws {
        try await CrashScene.play { scene in
            let load = try await KilledLoad(scene)
            for kill in 0..<Self.serverKills {
                let server = try await scene.start(Self.environment)
                load.door.open(server.port)
                // Kills at another moment each time, and only after some requests were answered.
                let before = load.answers
                let wanted = before + 1 + kill % 7
                try await load.wait(for: wanted)
                load.door.close()
                server.kill()
                try await load.age()
            }
            let last = try await scene.start(Self.environment)
            load.door.open(last.port)
            try await load.finish()
            try await last.stop()
            try await load.expectAllIsWell()
        }
    }

    @Test func `payments stay consistent when Postgres is killed at any moment`() async throws {
        try await withFolder { folder in
            let cluster = try await offPool { TestCluster() }
            #expect(
                try await offPool {
                    RunningServer.run(["migrate"], on: cluster.connection, in: folder)
                } == 0)
            var settings = Database.Settings(cluster.connection)
            settings.connections = 2
            settings.poolWaitMilliseconds = 20_000
            let database = Database(settings)
            // The tests' cluster commits asynchronously; a killed one must not lose commits.
            try await database.run("ALTER ROLE paysheet SET synchronous_commit = on")
            let merchant = try await CrashScene.open("{}", in: database)
            let scene = CrashScene(
                settings: settings, database: database, folder: folder, merchant: merchant)
            let load = try await KilledLoad(scene)
            let server = try await scene.start(Self.environment)
            load.door.open(server.port)
            for kill in 0..<Self.postgresKills {
                let wanted = load.answers + 1 + kill % 5
                try await load.wait(for: wanted)
                try await offPool {
                    cluster.stop("immediate")
                    cluster.start()
                }
            }
            try await load.finish()
            try await server.stop()
            try await load.expectAllIsWell()
            await database.close()
            try await offPool { cluster.stop("immediate") }
        }
    }
}

/// The port of the running server, if one is running.
final class KilledDoor: Sendable {
    private let ports = Journal<UInt16>()

    func open(_ port: UInt16) { ports.add(port) }
    func close() { ports.add(0) }

    func port() async throws -> UInt16 {
        while true {
            if let port = ports.all.last, port != 0 { return port }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

/// Clients that pay, capture, refund and transfer. They repeat each call with its idempotency key
/// until it is answered.
final class KilledLoad: Sendable {
    private static let clients = 6

    let scene: CrashScene
    let door = KilledDoor()
    private let peer: Peer
    private let heard: Journal<String>
    /// The outcomes that clients received, in words such as `paid` and `captured`.
    private let reported = Journal<String>()
    private let isOver = Journal<Bool>()
    private let working = Journal<Task<Void, any Error>>()

    var answers: Int { reported.all.count }

    init(_ scene: CrashScene) async throws {
        self.scene = scene
        let heard = Journal<String>()
        self.heard = heard
        peer = try Peer.answering { request in
            heard.add(request["webhook-id"] ?? "")
            return Peer.answer(200)
        }
        for client in 0..<Self.clients {
            working.add(
                Task {
                    do { try await self.work(client) } catch {
                        open.add("client \(client): \(error)")
                        throw error
                    }
                })
        }
    }

    /// Waits until clients have received this number of answers, and throws if none arrive.
    func wait(for wanted: Int) async throws {
        let limit = ContinuousClock.now + .seconds(20)
        while answers < wanted {
            guard ContinuousClock.now < limit else { throw Stalled(last: open.all.suffix(5)) }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    struct Stalled: Error { let last: ArraySlice<String> }

    /// Answers without a final outcome, for the error message.
    private let open = Journal<String>()

    private func shop() async throws -> Shop {
        Shop(
            merchant: scene.merchant.merchant, secretKey: scene.merchant.secret.text.text,
            publishableKey: scene.merchant.publishable.text.text,
            client: HTTPClient(port: try await door.port()))
    }

    /// Repeats the request until its answer is final.
    private func ask(
        as key: String? = nil, _ path: String, _ json: String, _ name: String
    ) async throws -> Reply {
        while true {
            let shop = try await shop()
            let reply = try? await shop.ask(
                as: key ?? shop.secretKey, "POST", path, json, [("Idempotency-Key", name)])
            if let reply, !reply.isOpen { return reply }
            if let reply { open.add("\(path) \(reply.status) \(reply.text)") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func work(_ client: Int) async throws {
        if client == 0 {
            _ = try await ask(
                "/v1/webhook-endpoints", #"{"url":"\#(peer.url)/hooks"}"#, "endpoint")
        }
        var accounts: [String] = []
        for index in 0..<2 {
            let balance = try await ask(
                "/v1/balances", #"{"kind":"prepaid","currencyCode":"USD","amount":"1000.00"}"#,
                "balance-\(client)-\(index)")
            accounts.append(balance.string("id") ?? "")
        }
        var round = 0
        while isOver.all.isEmpty {
            round += 1
            let name = "\(client)-\(round)"
            if (client + round) % 3 == 0 {
                let reply = try await ask(
                    "/v1/transfers",
                    #"{"from":"\#(accounts[round % 2])","to":"\#(accounts[1 - round % 2])","amount":"1.00","currencyCode":"USD"}"#,
                    "transfer-" + name)
                reported.add(reply.status == 201 ? "transferred" : "transfer \(reply.text)")
            } else {
                try await buy(name, isManual: round % 2 == 0)
            }
        }
    }

    private func buy(_ name: String, isManual: Bool) async throws {
        let opened = try await ask(
            "/v1/checkouts",
            """
            {"currencyCode":"USD","countryCode":"US",
             "captureMethod":"\(isManual ? "manual" : "automatic")",
             "items":[{"name":"Toast","unitPrice":"10.00"}]}
            """, "checkout-" + name)
        guard let id = opened.string("id") else { throw Unexpected(reply: opened) }
        let path = "/v1/checkouts/\(id)"
        let secret = try await secret(of: path)
        var isPaid = false
        for attempt in 0..<20 where !isPaid {
            let paid = try await ask(
                as: secret, path + "/authorize",
                // Each tap has a token of its own; a repeated token is the same payment.
                #"{"payment":{"token":{"transactionIdentifier":"\#(attempt)","paymentData":{}}}}"#,
                "pay-\(name)-\(attempt)")
            isPaid = paid.number("status") == 0
            reported.add(isPaid ? "paid" : "declined")
        }
        guard isPaid else { return }
        if isManual {
            let captured = try await ask(
                path + "/capture", #"{"amount":"7.00"}"#, "capture-" + name)
            reported.add(captured.status == 201 ? "captured" : "capture \(captured.text)")
        }
        let refunded = try await ask(path + "/refunds", #"{"amount":"3.00"}"#, "refund-" + name)
        reported.add(refunded.status == 201 ? "refunded" : "refund \(refunded.text)")
    }

    private func secret(of path: String) async throws -> String {
        while true {
            let reply = try? await shop().ask("GET", path)
            if let secret = reply?.string("clientSecret") { return secret }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Ends the dead server's leases, so that the test does not wait for them.
    func age() async throws {
        for table: Query in ["attempts", "captures", "refunds"] {
            try await scene.database.run(
                """
                UPDATE \(table) SET started_at = started_at - interval '70 seconds',
                    leased_until = leased_until - interval '70 seconds'
                WHERE state IN ('started', 'unknown', 'voiding')
                """)
        }
    }

    /// The clients finish their calls, and the workers finish abandoned payments.
    func finish() async throws {
        isOver.add(true)
        for task in working.all { try await task.value }
        try await eventually("no operation is in progress") {
            try await self.age()
            return try await self.count(
                """
                (SELECT FROM attempts WHERE state IN ('started', 'unknown', 'voiding')
                UNION ALL SELECT FROM captures WHERE state IN ('started', 'unknown')
                UNION ALL SELECT FROM refunds WHERE state IN ('started', 'unknown', 'pending')) x
                """) == 0
        }
        try await eventually("the endpoint receives every event") {
            // Makes failed deliveries, which are retried later, due now.
            try await self.scene.database.run(
                "UPDATE deliveries SET next_at = now() WHERE state = 'pending'")
            let wanted = try await self.scene.database.run(
                """
                SELECT e.event_id FROM events e JOIN webhook_endpoints w USING (merchant_id)
                WHERE e.created_at > w.created_at
                """
            ).count
            return Set(self.heard.all).count >= wanted
        }
    }

    private func count(_ what: Query) async throws -> Int {
        let count: Int64 = try await scene.database.run("SELECT count(*) AS count FROM \(what)")[0]
            .get("count")
        return Int(count)
    }

    func expectAllIsWell() async throws {
        let said = Dictionary(grouping: reported.all) { $0 }.mapValues(\.count)
        print("answers to clients:", said.sorted { $0.key < $1.key })
        let known: Set = ["paid", "declined", "captured", "refunded", "transferred"]
        #expect(Set(said.keys).isSubset(of: known))
        // Our books, the bank's record and the clients count the same.
        #expect(try await count("attempts WHERE state = 'authorized'") == said["paid", default: 0])
        #expect(
            try await count("sandbox.charges WHERE state = 'charged'") == said["paid", default: 0])
        for (kind, words) in [("capture", "captured"), ("refund", "refunded")] {
            #expect(
                try await count(
                    "sandbox.settlements WHERE kind = \(kind) AND state = 'done'")
                    == said[words, default: 0])
        }
        #expect(
            try await count("refunds WHERE state = 'succeeded'") == said["refunded", default: 0])
        #expect(
            try await count("transfers WHERE kind = 'transfer'")
                == said["transferred", default: 0])
        for words in ["paid", "captured", "refunded", "transferred"] {
            #expect(said[words, default: 0] > 0, "no amount was \(words)")
        }
        let (connection, folder) = (scene.settings.connection, scene.folder)
        let audit = try await offPool {
            RunningServer.end(of: ["audit"], on: connection, in: folder)
        }
        #expect(audit.status == 0, "\(audit.text)")
    }
}

extension Reply {
    /// True if the answer is not final and the call must be repeated.
    fileprivate var isOpen: Bool {
        status == 202 || status == 409 && http["Retry-After"] != nil || status == 429
            || status >= 500
            || string("checkout.status") == "authorizing"
    }
}
