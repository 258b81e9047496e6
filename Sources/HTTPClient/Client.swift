/// Asks servers of others over HTTP: any number of requests at once, on one thread for each policy.
///
/// No redirect is followed; nothing of the environment (proxies, netrc) and no cookie is used; TLS is
/// verified; and each address is judged as a connection is made to it, so that a name cannot lead
/// elsewhere between a check and its use.
package final class Client: Sendable {
    // Connections that were allowed to one are never given to the other.
    private let engines: [Policy: Engine]
    private let detour: Detour?

    /// - Parameters:
    ///   - authorities: a file of certificates (PEM) to trust instead of the system's.
    ///   - detour: where connections lead under the policy that allows it.
    package init(trusting authorities: String? = nil, by detour: Detour? = nil) {
        self.detour = detour
        engines = Dictionary(
            uniqueKeysWithValues: Policy.allCases.map { ($0, Engine($0, authorities)) })
    }

    deinit { stop() }

    /// Sends a request and gives the answer, whatever its status.
    ///
    /// Throws `ClientFault` when there is none within the limits. A caller that is cancelled ends the
    /// request; whether it had arrived is unknown then.
    package func send(
        _ request: Request, within limits: Limits = Limits(), under policy: Policy
    ) async throws(ClientFault) -> Answer {
        let target = try Target(request.url, under: policy)
        guard let lines = request.headerLines else { throw .badHeader }
        // Whoever shows a certificate wants to know whom.
        guard request.identity == nil || !target.isPlain else { throw .insecure }
        let transfer = Transfer(
            request, lines, to: target, limits, policy,
            by: policy == .publicOrDetour ? detour : nil)
        return try await engines[policy]!.run(transfer).get()
    }

    /// Ends what is under way, with `.stopped`, and takes nothing more. May be called more than once.
    package func stop() {
        for engine in engines.values { engine.stop() }
    }
}
