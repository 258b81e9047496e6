/// Sends HTTP requests to other servers: any number at once, on one thread for each policy.
///
/// It follows no redirects, uses no cookies and nothing of the environment (proxies, netrc), and
/// verifies TLS. It checks each address when it connects, so that a host name cannot resolve to
/// another address between the check and its use.
package final class Client: Sendable {
    // A connection that one policy allowed is never used by another.
    private let publicOnly: Engine
    private let loopbackAllowed: Engine
    private let publicOrOverride: Engine
    private let connectOverride: ConnectOverride?

    /// - Parameters:
    ///   - authorities: a file of certificates (PEM) to trust instead of the system's.
    ///   - connectOverride: the server to connect to under the policy that allows it.
    package init(trusting authorities: String? = nil, by connectOverride: ConnectOverride? = nil) {
        self.connectOverride = connectOverride
        publicOnly = Engine(.publicOnly, authorities)
        loopbackAllowed = Engine(.loopbackAllowed, authorities)
        publicOrOverride = Engine(.publicOrOverride, authorities)
    }

    deinit { stop() }

    /// Sends a request and returns the answer with any status.
    ///
    /// Throws `ClientFault` if no answer arrives within the limits. Canceling the caller ends the
    /// request; whether the request had arrived is then unknown.
    package func send(
        _ request: Request, within limits: Limits = Limits(), under policy: Policy
    ) async throws(ClientFault) -> Answer {
        let target = try Target(request.url, under: policy)
        guard let lines = request.headerLines else { throw .badHeader }
        // A client certificate is sent only to a server whose identity TLS has verified.
        guard request.identity == nil || !target.isPlain else { throw .insecure }
        let transfer = Transfer(
            request, lines, to: target, limits, policy,
            by: policy == .publicOrOverride ? connectOverride : nil)
        return try await engine(for: policy).run(transfer).get()
    }

    /// Ends all running requests with `.stopped` and rejects new ones. It may be called repeatedly.
    package func stop() {
        for policy in Policy.allCases { engine(for: policy).stop() }
    }

    private func engine(for policy: Policy) -> Engine {
        switch policy {
        case .publicOnly: publicOnly
        case .loopbackAllowed: loopbackAllowed
        case .publicOrOverride: publicOrOverride
        }
    }
}
