import CPostgres

/// Notes a server's last words when they come while nothing was asked; other notices are dropped.
final class Farewell {
    /// The last words; nil while the server means to stay.
    private(set) var words: String?

    static let listen: PQnoticeReceiver = { argument, result in
        guard let argument, let result, let report = ServerReport(result), report.isFatal else {
            return
        }
        Unmanaged<Farewell>.fromOpaque(argument).takeUnretainedValue().words = report.words
    }
}
