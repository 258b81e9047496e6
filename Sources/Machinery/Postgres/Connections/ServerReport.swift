import CPostgres

/// The server's report of a failed statement, without any part that may contain a value.
struct ServerReport {
    let sqlstate: String
    /// The server closes the connection after this error.
    let isFatal: Bool
    let message: String
    let constraint: String
    let function: String

    /// Returns nil if the report is libpq's own: the connection is gone and the outcome is unknown.
    init?(_ result: OpaquePointer) {
        func field(_ code: Int32) -> String {
            PQresultErrorField(result, code).map { String(cString: $0) } ?? ""
        }
        sqlstate = field(paysheet_field_sqlstate)
        if sqlstate.isEmpty { return nil }
        let severity = field(paysheet_field_severity)
        isFatal = severity == "FATAL" || severity == "PANIC"
        let name = field(paysheet_field_constraint)
        // NOT NULL constraints have no name before Postgres 18.
        constraint =
            name.isEmpty ? field(paysheet_field_table) + "." + field(paysheet_field_column) : name
        function = field(paysheet_field_function)
        message =
            ServerReport.speaking.contains(String(sqlstate.prefix(2)))
            ? field(paysheet_field_message) : ""
    }

    /// Error classes whose primary message contains only names of the statement or the schema.
    /// Class 22 quotes the value ("invalid input syntax for type integer: …"), P0 is a trigger's
    /// own text.
    private static let speaking: Set<String> = [
        "0A", "08", "23", "25", "26", "28", "3D", "40", "42", "53", "54", "55", "57", "58", "XX",
    ]

    func error(in statement: String) -> PostgresError {
        switch sqlstate {
        case "23505": violation(.unique, statement)
        case "23503": violation(.foreignKey, statement)
        case "23514": violation(.check, statement)
        case "23502": violation(.notNull, statement)
        case "23P01": violation(.exclusion, statement)
        case "55P03": .lockTimeout(statement: statement)
        case "57014": .statementTimeout(statement: statement)
        case _ where meansUnavailable: .unavailable(summary)
        default: .server(sqlstate: sqlstate, message: message, statement: statement)
        }
    }

    /// The server's message, for logs.
    var summary: String { "\(sqlstate) \(message)" }

    private func violation(_ kind: PostgresError.ConstraintKind, _ statement: String)
        -> PostgresError
    {
        .constraint(name: constraint, kind: kind, statement: statement)
    }

    /// The server stops, starts, lacks a resource or is no longer the primary: a later attempt may
    /// succeed.
    private var meansUnavailable: Bool {
        isFatal || sqlstate.hasPrefix("08") || sqlstate.hasPrefix("53")
            || sqlstate.hasPrefix("57P") || isReadOnly
    }

    /// After a failover a connection may still reach the old primary, which only reads now.
    var isReadOnly: Bool { sqlstate == "25006" }

    /// True for a serialization failure or deadlock: the same work may succeed the next time.
    var isTransient: Bool { sqlstate == "40001" || sqlstate == "40P01" }

    /// True if a prepared statement no longer fits its tables or was deallocated: it must be
    /// prepared again.
    var isStalePlan: Bool {
        sqlstate == "26000" || (sqlstate == "0A000" && function == "RevalidateCachedQuery")
    }
}
