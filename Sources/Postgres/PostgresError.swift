/// What can go wrong between the program and its database.
///
/// `description` may reach anyone: no value, no statement. `String(reflecting:)` is for logs: it adds the
/// statement's text and the server's message where that cannot hold a value; DETAIL is never kept.
package enum PostgresError: Error, Equatable, Sendable {
    /// No connection to be had, or it was lost before anything was kept: nothing was stored.
    /// The text is for logs.
    case unavailable(String)
    /// All connections were busy for the whole wait limit, or the queue was full: nothing was done.
    case poolWait
    /// The connection was lost after the commit was sent: stored or not, nobody knows yet.
    case outcomeUnknown
    /// A unique, foreign key, check, not-null or exclusion constraint refused.
    case constraint(name: String, kind: ConstraintKind, statement: String)
    /// Waited for a lock longer than the lock limit (55P03), or NOWAIT.
    case lockTimeout(statement: String)
    /// A statement ran longer than its limit or was cancelled (57014).
    case statementTimeout(statement: String)
    /// Any other refusal of the server: a mistake in the statement, most often.
    case server(sqlstate: String, message: String, statement: String)
    /// A column was not what the program reads it as.
    case column(name: String, ColumnProblem)
    /// A value that Postgres cannot store: text with U+0000, more than 65,535 values.
    case bind(index: Int, statement: String)
    /// The server is older than this program needs; both as `server_version_num`.
    case serverTooOld(found: Int, needed: Int)

    package enum ConstraintKind: Sendable {
        case unique, foreignKey, check, notNull, exclusion
    }

    /// The constraint that refused, if one did.
    package var constraintName: String? {
        if case .constraint(let name, _, _) = self { name } else { nil }
    }

    package var isUnavailable: Bool {
        if case .unavailable = self { true } else { false }
    }
}

package enum ColumnProblem: Equatable, Sendable {
    /// No column of that name.
    case missing
    /// Null, and the type that was asked for is not optional.
    case null
    /// Of another type: its number in `pg_type`, and what was asked for.
    case type(found: UInt32, wanted: String)
    /// Of the right type, but no value of what was asked for.
    case value

    static func type(found: UInt32, wanted: StaticString) -> ColumnProblem {
        .type(found: found, wanted: wanted.description)
    }
}

extension PostgresError: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String {
        switch self {
        case .unavailable: "the database cannot be reached"
        case .poolWait: "the database is too busy"
        case .outcomeUnknown: "the database went away while it was storing; the outcome is unknown"
        case .constraint(let name, _, _): "the database's rule '\(name)' refused"
        case .lockTimeout: "the database waited too long for a lock"
        case .statementTimeout: "the database took too long"
        case .server(let sqlstate, _, _): "the database refused a statement (\(sqlstate))"
        case .column(let name, let problem): "column '\(name)': \(problem)"
        case .bind(let index, _): "value $\(index) of a statement cannot be stored"
        case .serverTooOld(let found, let needed):
            "Postgres \(needed / 10_000) or later is needed, and the server is \(found / 10_000)"
        }
    }

    /// For whoever runs the program, in one line: the server's reason too, but no statement.
    package var diagnosis: String {
        switch self {
        case .unavailable(let reason): "\(description): \(reason)"
        case .server(_, let message, _) where !message.isEmpty: "\(description): \(message)"
        default: description
        }
    }

    /// Why there is no connection, without saying again that there is none.
    var reason: String {
        if case .unavailable(let reason) = self { reason } else { String(reflecting: self) }
    }

    package var debugDescription: String {
        switch self {
        case .unavailable: diagnosis
        case .poolWait, .outcomeUnknown, .column, .serverTooOld: description
        case .constraint(_, let kind, let statement): "\(description) (\(kind)): \(statement)"
        case .lockTimeout(let statement), .statementTimeout(let statement), .bind(_, let statement):
            "\(description): \(statement)"
        case .server(_, let message, let statement): "\(description): \(message): \(statement)"
        }
    }
}

extension ColumnProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .missing: "there is none of that name"
        case .null: "it is null"
        case .type(let found, let wanted): "type \(found) is not read as \(wanted)"
        case .value: "its value is none of what it is read as"
        }
    }
}
