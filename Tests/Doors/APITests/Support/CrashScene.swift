import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

/// A merchant on the real executable, with a database of its own that the test reads and changes.
struct CrashScene: Sendable {
    let settings: Database.Settings
    let database: Database
    let folder: String
    let merchant: OpenMerchant.Outcome

    static func play(
        settings json: String = "{}", _ body: (CrashScene) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            try await TestDatabase.withFreshSettings { settings in
                var few = settings
                few.connections = 3
                let database = Database(few)
                do {
                    let merchant = try await open(json, in: database)
                    try await body(
                        CrashScene(
                            settings: settings, database: database, folder: folder,
                            merchant: merchant))
                } catch {
                    await database.close()
                    throw error
                }
                await database.close()
            }
        }
    }

    static func open(_ json: String, in database: Database) async throws -> OpenMerchant.Outcome {
        let now = TestServer.now()
        let open = OpenMerchant(
            name: "Toast", live: false,
            settings: try MerchantSettings(stored: Array(json.utf8)), now: now,
            keyIdentifiers: (TestServer.identify(now), TestServer.identify(now)))
        return try await database.transaction { try open(in: $0) }
    }

    func start(_ environment: [String] = []) async throws -> RunningServer {
        try await .start(
            on: settings.connection, in: folder, ["PAYSHEET_CONNECTIONS=2"] + environment)
    }

    func startWorkers(_ count: Int) -> [RunningServer] {
        (0..<count).map { _ in
            .startWorkers(
                on: settings.connection + " application_name='\(Self.workerSessions)'", in: folder)
        }
    }

    /// Kills the workers and waits until their sessions end.
    ///
    /// Postgres first finishes a dead client's statement. A lease that it commits after `age`
    /// would still be valid, and the next workers would wait a minute for it.
    func kill(_ workers: [RunningServer]) async throws {
        for worker in workers { worker.kill() }
        try await eventually("the sessions of the killed workers end") {
            try await database.run(
                """
                SELECT true FROM pg_stat_activity WHERE datname = current_database()
                    AND application_name = \(Self.workerSessions)
                """
            ).isEmpty
        }
    }

    private static let workerSessions = "workers of the test"

    func shop(at server: RunningServer) -> Shop {
        Shop(
            merchant: merchant.merchant, secretKey: merchant.secret.text.text,
            publishableKey: merchant.publishable.text.text,
            client: HTTPClient(port: server.port))
    }

    /// The same checkout, requested from another server.
    func again(_ checkout: OpenedCheckout, at server: RunningServer) -> OpenedCheckout {
        OpenedCheckout(
            shop: shop(at: server), id: checkout.id, secret: checkout.secret,
            reply: checkout.reply)
    }

    /// Moves every attempt into the past, so that the test does not wait for a lease to end.
    func age(seconds: Int64) async throws {
        let span = "\(seconds) seconds"
        try await database.run(
            """
            UPDATE attempts SET started_at = started_at - \(span)::text::interval,
                leased_until = leased_until - \(span)::text::interval
            """)
    }

    // The database holds one merchant and one checkout, so these helpers count everything in it.

    func states(of table: Query, where condition: Query = "true") async throws -> [String] {
        try await database.run("SELECT state FROM \(table) WHERE \(condition) ORDER BY 1")
            .map { try $0.get("state") }
    }

    var charges: [String] { get async throws { try await states(of: "sandbox.charges") } }
    var attempts: [String] { get async throws { try await states(of: "attempts") } }
    var checkout: [String] { get async throws { try await states(of: "checkouts") } }

    var events: [String] {
        get async throws {
            try await database.run("SELECT type FROM events ORDER BY sequence")
                .map { try $0.get("type") }
        }
    }

    /// Returns true if one of the server's statements waits for a lock.
    ///
    /// - Parameter words: text that the waiting statement contains.
    func someoneWaits(for application: String, with words: String = "") async throws -> Bool {
        try await !database.run(
            """
            SELECT true FROM pg_stat_activity WHERE datname = current_database()
                AND application_name = \(application) AND wait_event_type = 'Lock'
                AND query LIKE '%' || \(words) || '%'
            """
        ).isEmpty
    }

    /// Returns true if the database and the API agree that the checkout was paid exactly once.
    func expectPaidOnce(_ checkout: OpenedCheckout) async throws -> Bool {
        let state = try await checkout.state()
        let found = try await [charges, attempts, events]
        return found == [["charged"], ["authorized"], ["checkout.captured"]]
            && state.string("status") == "captured" && state.string("capturedAmount") == "10.00"
    }
}
