import Merchants
import Postgres
import TestSupport
import Vocabulary

/// Consistent books and payments in a database of their own, which a test may damage.
struct AuditScene: Sendable {
    let scene: CrashScene

    var database: Database { scene.database }
    var merchant: MerchantNumber { scene.merchant.merchant.number }

    static func play(_ body: (AuditScene) async throws -> Void) async throws {
        try await CrashScene.play { scene in
            let audited = AuditScene(scene: scene)
            try await audited.run(audited.script(soundWorld))
            try await body(audited)
        }
    }

    /// The API identifier of the object with this number.
    func identifier(_ prefix: String, _ number: UInt64) -> String {
        "\(prefix)_\(merchant.text)\(UUID128(high: 0, low: number).base32)"
    }

    /// Runs statements in one transaction.
    func run(_ statements: [String]) async throws {
        try await database.transaction { transaction in
            for statement in statements { try transaction.enqueue(Query(raw: statement)) }
        }
    }

    /// Splits a script into statements. `#7` stands for the UUID of object 7, and `$m` for the
    /// merchant.
    func script(_ text: String) -> [String] {
        text.split(separator: ";\n").map { part in
            var statement = String(part).replacing("$m", with: String(merchant.value))
            for number in (1...99).reversed() {
                let digits = String(number)
                let zeros = String(repeating: "0", count: 12 - digits.count)
                // PostgreSQL reads the digits as hexadecimal, and so do the expected identifiers.
                statement = statement.replacing(
                    "#\(number)", with: "'00000000-0000-0000-0000-\(zeros)\(digits)'::uuid")
            }
            return statement
        }
    }

    /// Runs the command as an operator does.
    func audit(_ words: String...) async throws -> Proof {
        let (connection, folder) = (scene.settings.connection, scene.folder)
        let ended = try await offPool {
            RunningServer.end(of: ["audit"] + words, on: connection, in: folder)
        }
        return Proof(ended: ended)
    }

    /// The output and exit status of the audit command.
    struct Proof {
        let ended: RunningServer.Ended

        var status: CInt { ended.status }
        var lines: [String] { ended.lines.filter { !$0.hasPrefix("paysheet: ") } }
        var progress: [String] { ended.lines.filter { $0.hasPrefix("paysheet: ") } }
    }
}
