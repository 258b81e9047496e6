import CPostgres

/// Stores a server's final message if it comes while the connection is idle; drops other notices.
final class Farewell {
    /// The final message; nil while the session lives.
    private(set) var words: String?

    static let listen: PQnoticeReceiver = { argument, result in
        guard let argument, let result, let report = ServerReport(result), report.isFatal else {
            return
        }
        Unmanaged<Farewell>.fromOpaque(argument).takeUnretainedValue().words = report.words
    }
}
