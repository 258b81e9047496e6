/// A kept connection to a server of somebody else's that asks for a certificate: all requests of one identity go over it side by
/// side (HTTP/2), and nobody else's ever do.
///
/// What `Client` says of redirects, addresses and TLS holds here, too. It has a thread of its own from the first
/// request until `stop`.
package final class Line: Sendable {
    private let identity: ClientIdentity
    private let detour: Detour?
    private let engine: Engine

    /// - Parameters:
    ///   - identity: shown to whoever asks for it; always the same, so that a connection may be used again.
    ///   - authorities: a file of certificates (PEM) to trust instead of the system's.
    ///   - detour: where the connection leads instead.
    package init(
        as identity: ClientIdentity, trusting authorities: String? = nil, by detour: Detour? = nil
    ) {
        self.identity = identity
        self.detour = detour
        engine = Engine(.publicOrDetour, authorities, isLine: true)
    }

    deinit { stop() }

    /// Sends a request and gives the answer, whatever its status.
    package func send(
        _ request: Request, within limits: Limits = Limits()
    ) async throws(ClientFault) -> Answer {
        let target = try Target(request.url, under: .publicOrDetour)
        guard let lines = request.headerLines else { throw .badHeader }
        guard !target.isPlain else { throw .insecure }
        var request = request
        request.identity = identity
        let transfer = Transfer(
            request, lines, to: target, limits, .publicOrDetour, by: detour, isOnLine: true)
        return try await engine.run(transfer).get()
    }

    /// Ends what is under way, with `.stopped`, and takes nothing more. May be called more than once.
    package func stop() { engine.stop() }
}
