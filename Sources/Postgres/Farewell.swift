import CPostgres

/// Notes a server's last words when they come while nothing was asked; other notices are dropped.
final class Farewell {
    private(set) var wasSaid = false

    static let listen: PQnoticeReceiver = { argument, result in
        guard let argument, let result, ServerReport(result)?.isFatal == true else { return }
        Unmanaged<Farewell>.fromOpaque(argument).takeUnretainedValue().wasSaid = true
    }
}
