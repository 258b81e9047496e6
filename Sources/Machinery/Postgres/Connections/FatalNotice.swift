import CPostgres

/// Stores a server's final message if it comes while the connection is idle; drops other notices.
final class FatalNotice {
    /// The final message; nil while the session lives.
    private(set) var summary: String?

    static let listen: PQnoticeReceiver = { argument, result in
        guard let argument, let result, let report = ServerReport(result), report.isFatal else {
            return
        }
        Unmanaged<FatalNotice>.fromOpaque(argument).takeUnretainedValue().summary = report.summary
    }
}
