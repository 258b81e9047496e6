import Checkouts
import Foundation
import Merchants
import Operations
import Postgres
import Processors
import TestSupport
import Vocabulary

/// Payments through the real executable, whose processor's records a test changes directly.
struct ReconcileScene: Sendable {
    let scene: CrashScene

    var database: Database { scene.database }

    static func play(_ body: (ReconcileScene) async throws -> Void) async throws {
        try await CrashScene.play { try await body(ReconcileScene(scene: $0)) }
    }

    /// Runs the body against a server, then moves the ends of all attempts two minutes into the
    /// past: one that ended without money is compared only after a minute.
    func sell(
        _ environment: [String] = [], _ body: (Shop) async throws -> Void
    ) async throws {
        let server = try await scene.start(
            ["PAYSHEET_CALLS_PER_SECOND=10000", "PAYSHEET_ATTEMPTS_PER_MINUTE=100000"]
                + environment)
        do { try await body(scene.shop(at: server)) } catch {
            server.kill()
            throw error
        }
        try await server.stop()
        try await database.run("UPDATE attempts SET ended_at = ended_at - interval '2 minutes'")
    }

    /// Runs the command as an operator does, for yesterday and today: a test may run at midnight.
    func reconcile(_ words: String...) async throws -> Said {
        let today = TestServer.now().day
        let days = [today.daysSince1970 - 1, today.daysSince1970].map {
            String(Instant(seconds: $0 * 86_400).rfc3339.prefix(10))
        }
        let (connection, folder) = (scene.settings.connection, scene.folder)
        let arguments = ["reconcile", "--from", days[0], "--to", days[1]] + words
        let ended = try await offPool {
            RunningServer.end(
                of: arguments, on: connection, in: folder, ["PAYSHEET_CONNECTIONS=2"])
        }
        return Said(ended: ended)
    }

    struct Said {
        let ended: RunningServer.Ended

        var status: CInt { ended.status }
        /// The discrepancies in alphabetical order, without progress and summary.
        var lines: [String] { all.dropLast().sorted() }
        var sum: String { all.last ?? "" }

        /// Leaves out the log, which is on standard error, too.
        private var all: [String] {
            ended.lines.filter { !$0.hasPrefix("paysheet: ") && !$0.hasPrefix(#"{"time""#) }
        }
    }

    /// The only attempt of a checkout.
    func attempt(of checkout: OpenedCheckout) async throws -> Attempt.ID {
        guard let id = CheckoutSession.ID(checkout.id) else { throw NoAttempt() }
        let rows = try await database.run(
            """
            SELECT attempt_id FROM attempts
            WHERE merchant_id = \(id.merchant) AND checkout_id = \(id.uuid)
            """)
        guard rows.count == 1, let row = rows.first else { throw NoAttempt() }
        return Attempt.ID(merchant: id.merchant, uuid: try row.get("attempt_id"))
    }

    struct NoAttempt: Error {}

    /// Changes the processor's record of an attempt.
    func change(_ attempt: Attempt.ID, _ change: Query) async throws {
        let changed = try await database.count(
            """
            UPDATE sandbox.charges SET \(change)
            WHERE merchant_id = \(attempt.merchant) AND key = \(attempt.text)
            """)
        guard changed == 1 else { throw NoAttempt() }
    }

    /// Copies the processor's record of an attempt, under another key or with a later time.
    func copy(
        _ attempt: Attempt.ID, as key: String? = nil, secondsLater: Int64 = 0
    ) async throws {
        try await database.transaction { transaction in
            try transaction.enqueue(
                """
                CREATE TEMPORARY TABLE copied ON COMMIT DROP AS SELECT * FROM sandbox.charges
                WHERE merchant_id = \(attempt.merchant) AND key = \(attempt.text)
                """)
            try transaction.enqueue(
                """
                UPDATE copied SET key = \(key ?? attempt.text),
                    created_at = created_at + \(secondsLater) * interval '1 second'
                """)
            try transaction.enqueue("INSERT INTO sandbox.charges SELECT * FROM copied")
        }
    }

    /// Events of discrepancies, oldest first: the kind, the sequence number, and whether the data
    /// name the event's object.
    func events() async throws -> [String] {
        try await database.run(
            """
            SELECT object, sequence, data::json->>'kind' AS kind,
                data::json->>'id' = object AS is_its_own FROM events
            WHERE type = 'reconciliation.discrepancy' ORDER BY written_by, event_id
            """
        ).map { row in
            let number: Int32 = try row.get("sequence")
            let isItsOwn: Bool = try row.get("is_its_own")
            return "\(try row.get("kind", as: String.self)) \(number) \(isItsOwn)"
        }
    }

    /// The number of open and of resolved discrepancies.
    func kept() async throws -> [Int] {
        let row = try await database.run(
            """
            SELECT count(*) FILTER (WHERE resolved_at IS NULL) AS standing,
                count(resolved_at) AS over FROM discrepancies
            """)[0]
        return [try row.get("standing", as: Int64.self), try row.get("over")].map(Int.init)
    }
}
