/// A persistent connection to a server that requires a client certificate.
///
/// All requests of one identity share it concurrently (HTTP/2), and no other requests use it. The
/// rules of `Client` for redirects, addresses and TLS apply too. It has a thread of its own from
/// the first request until `stop`.
package final class PersistentConnection: Sendable {
    private let identity: ClientIdentity
    private let connectOverride: ConnectOverride?
    private let engine: Engine

    /// - Parameters:
    ///   - identity: sent to a server that requests it; always the same, so that connections can be
    ///     reused.
    ///   - authorities: a file of certificates (PEM) to trust instead of the system's.
    ///   - connectOverride: the server to connect to instead.
    package init(
        as identity: ClientIdentity, trusting authorities: String? = nil,
        by connectOverride: ConnectOverride? = nil
    ) {
        self.identity = identity
        self.connectOverride = connectOverride
        engine = Engine(.publicOrOverride, authorities, isLine: true)
    }

    deinit { stop() }

    /// Sends a request and returns the answer with any status.
    package func send(
        _ request: Request, within limits: Limits = Limits()
    ) async throws(ClientFault) -> Answer {
        let target = try Target(request.url, under: .publicOrOverride)
        guard let lines = request.headerLines else { throw .badHeader }
        guard !target.isPlain else { throw .insecure }
        var request = request
        request.identity = identity
        let transfer = Transfer(
            request, lines, to: target, limits, .publicOrOverride, by: connectOverride,
            isOnLine: true)
        return try await engine.run(transfer).get()
    }

    /// Ends all running requests with `.stopped` and rejects new ones. It may be called repeatedly.
    package func stop() { engine.stop() }
}
