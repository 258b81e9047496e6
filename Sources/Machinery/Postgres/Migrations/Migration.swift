/// A numbered, forward-only step of the schema; its file begins with its reason.
package struct Migration: Sendable, Equatable {
    package let number: Int
    package let name: String
    package let sql: String

    package init(number: Int, name: String, sql: String) {
        self.number = number
        self.name = name
        self.sql = sql
    }

    /// From a file name, `0001_merchants.sql`, and its text; nil for a name of another form.
    package init?(file: String, sql: String) {
        let parts = file.split(separator: "_", maxSplits: 1)
        guard file.hasSuffix(".sql"), parts.count == 2, let number = Int(parts[0]), number > 0
        else { return nil }
        self.init(number: number, name: String(parts[1].dropLast(4)), sql: sql)
    }
}

extension Migration {
    private static let earlierMark = "-- Earlier text: sha256 "

    /// The checksums of earlier texts of this migration, in hexadecimal.
    ///
    /// An applied migration never changes its statements, but its comments may be reworded: its
    /// file then ends with a line that names the text that existing databases have applied.
    var earlierChecksums: [String] {
        sql.split(separator: "\n").filter { $0.hasPrefix(Migration.earlierMark) }
            .map { String($0.dropFirst(Migration.earlierMark.utf8.count)) }
    }
}

/// The reasons for which a schema cannot be migrated or used.
package enum MigrationError: Error, Equatable, Sendable {
    /// The schema lacks these migrations.
    case tooOld(missing: [Int])
    /// The schema has a migration that this program does not know: a newer program applied it.
    case tooNew(number: Int)
    /// A migration was edited after it had been applied.
    case changed(number: Int, name: String)
    /// A migration comes before one that is already applied.
    case outOfOrder(number: Int, name: String)
    /// Two migrations have the same number.
    case doubled(number: Int)
    /// Another server was still migrating at the end of the timeout.
    case locked
    /// A migration failed and was rolled back; lines count from 1.
    case failed(number: Int, name: String, line: Int?, PostgresError)
    /// A migration ended its transaction itself.
    case endsItsTransaction(number: Int, name: String)
    case database(PostgresError)
}

extension MigrationError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooOld(let missing):
            "the database is too old: it lacks migration \(missing.map(String.init).joined(separator: ", "))"
        case .tooNew(let number):
            "the database is too new: it has migration \(number), which this program does not know"
        case .changed(let number, let name):
            "migration \(number) (\(name)) was changed after it had been applied"
        case .outOfOrder(let number, let name):
            "migration \(number) (\(name)) has a lower number than one that is already applied"
        case .doubled(let number): "two migrations have the number \(number)"
        case .locked: "another server is still migrating the database"
        case .failed(let number, let name, let line, let error):
            "migration \(number) (\(name))" + (line.map { ", line \($0)" } ?? "")
                + ": \(error.diagnosis)"
        case .endsItsTransaction(let number, let name):
            "migration \(number) (\(name)) must not end its transaction"
        case .database(let error): error.diagnosis
        }
    }
}
