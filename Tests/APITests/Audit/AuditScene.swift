import Merchants
import Postgres
import TestSupport
import Vocabulary

/// Books and payments that are sound, in a database of their own that a test may break.
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

    /// Things are numbered; this is the identifier of one, as the API writes it.
    func identifier(_ prefix: String, _ number: UInt64) -> String {
        "\(prefix)_\(merchant.text)\(UUID128(high: 0, low: number).base32)"
    }

    /// Runs several statements, `#7` being the UUID of the seventh thing and `$m` the merchant.
    func run(_ statements: [String]) async throws {
        try await database.transaction { transaction in
            for statement in statements { try transaction.later(Query(raw: statement)) }
        }
    }

    func script(_ text: String) -> [String] {
        text.split(separator: ";\n").map { part in
            var statement = String(part).replacing("$m", with: String(merchant.value))
            for number in (1...99).reversed() {
                let digits = String(number)
                let zeros = String(repeating: "0", count: 12 - digits.count)
                // Read as hexadecimal, like the identifiers that are expected.
                statement = statement.replacing(
                    "#\(number)", with: "'00000000-0000-0000-0000-\(zeros)\(digits)'::uuid")
            }
            return statement
        }
    }

    /// The command as an operator calls it.
    func audit(_ words: String...) async throws -> Proof {
        let (connection, folder) = (scene.settings.connection, scene.folder)
        let ended = try await offPool {
            RunningServer.end(of: ["audit"] + words, on: connection, in: folder)
        }
        return Proof(ended: ended)
    }

    /// What the command said of the books, and how it ended.
    struct Proof {
        let ended: RunningServer.Ended

        var status: CInt { ended.status }
        var lines: [String] { ended.lines.filter { !$0.hasPrefix("paysheet: ") } }
        var progress: [String] { ended.lines.filter { $0.hasPrefix("paysheet: ") } }
    }
}
