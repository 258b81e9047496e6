/// The errors between the program and its database.
///
/// `description` may reach anyone: it has no value and no statement. `String(reflecting:)` is for
/// logs: it adds the statement's text and the server's message if that cannot contain a value.
/// DETAIL is never kept.
package enum PostgresError: Error, Equatable, Sendable {
    /// No connection was available, or it was lost before a commit: nothing was stored. The text is
    /// for logs.
    case unavailable(String)
    /// All connections were busy for the whole wait limit, or the queue was full: nothing was done.
    case poolWait
    /// The connection was lost after the commit was sent, so the outcome is unknown.
    case outcomeUnknown
    /// A unique, foreign key, check, not-null or exclusion constraint was violated.
    case constraint(name: String, kind: ConstraintKind, statement: String)
    /// A lock was not available within the lock timeout, or with NOWAIT (55P03).
    case lockTimeout(statement: String)
    /// A statement exceeded its timeout or was canceled (57014).
    case statementTimeout(statement: String)
    /// Any other error of the server, most often a mistake in the statement.
    case server(sqlstate: String, message: String, statement: String)
    /// A column does not have the type that the program reads.
    case column(name: String, ColumnProblem)
    /// A value that Postgres cannot store: text with U+0000, or more than 65,535 values.
    case bind(index: Int, statement: String)
    /// The server is older than this program needs; both as `server_version_num`.
    case serverTooOld(found: Int, needed: Int)

    package enum ConstraintKind: Sendable {
        case unique, foreignKey, check, notNull, exclusion
    }

    /// The violated constraint, if any.
    package var constraintName: String? {
        if case .constraint(let name, _, _) = self { name } else { nil }
    }

    package var isUnavailable: Bool {
        if case .unavailable = self { true } else { false }
    }
}

package enum ColumnProblem: Equatable, Sendable {
    /// No column has this name.
    case missing
    /// The value is null, and the requested type is not optional.
    case null
    /// The column has another type: its OID in `pg_type`, and the requested type.
    case type(found: UInt32, wanted: String)
    /// The type is right, but the value is not one of the requested type.
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
        case .outcomeUnknown: "the database connection broke while storing; the outcome is unknown"
        case .constraint(let name, _, _): "the database constraint '\(name)' was violated"
        case .lockTimeout: "the database waited too long for a lock"
        case .statementTimeout: "the database took too long"
        case .server(let sqlstate, _, _): "the database rejected a statement (\(sqlstate))"
        case .column(let name, let problem): "column '\(name)': \(problem)"
        case .bind(let index, _): "value $\(index) of a statement cannot be stored"
        case .serverTooOld(let found, let needed):
            "Postgres \(needed / 10_000) or later is required, but the server is version "
                + "\(found / 10_000)"
        }
    }

    /// For the operator, in one line: includes the server's message, but no statement.
    package var diagnosis: String {
        switch self {
        case .unavailable(let reason): "\(description): \(reason)"
        case .server(_, let message, _) where !message.isEmpty: "\(description): \(message)"
        default: description
        }
    }

    /// The reason for which there is no connection, without the general part of the message.
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
        case .missing: "it does not exist"
        case .null: "the value is null"
        case .type(let found, let wanted): "the type \(found) cannot be read as \(wanted)"
        case .value: "the value does not fit the type that it is read as"
        }
    }
}
