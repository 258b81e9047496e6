import CPostgres

/// The failure of a script of several statements, with its line if the server reported it.
struct ScriptFailure: Error {
    let error: PostgresError
    let line: Int?
}

extension Connection {
    var isInTransaction: Bool { PQtransactionStatus(raw) == PQTRANS_INTRANS }

    /// Runs several statements without values, as in a migration.
    func run(script: String) throws(ScriptFailure) {
        PQexitPipelineMode(raw)
        defer { PQenterPipelineMode(raw) }
        let result = PQexec(raw, script)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return
        default: break
        }
        guard let result, let report = ServerReport(result) else {
            throw ScriptFailure(error: .unavailable("lost: " + loss), line: nil)
        }
        var line: Int?
        if let position = PQresultErrorField(result, paysheet_field_position).flatMap({
            Int(String(cString: $0))
        }) {
            line = script.unicodeScalars.prefix(position - 1).count { $0 == "\n" } + 1
        }
        throw ScriptFailure(error: report.error(in: ""), line: line)
    }
}
