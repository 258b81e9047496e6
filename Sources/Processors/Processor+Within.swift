extension Processor {
    /// Before a request that never left is sent again, as long as a buyer waits for it.
    package static let pausesForBuyers: [Duration] = [.milliseconds(100), .milliseconds(400)]

    /// Asks for an authorisation and answers within the limit, whatever the processor does.
    ///
    /// A request that never left is sent again with the same key after each pause, as long as the limit
    /// allows. Any other fault is the caller's: the attempt is then unknown, and
    /// a worker asks `find`.
    package func authorize(
        _ request: AuthorizationRequest, within limit: Duration, on deadlines: Deadlines,
        pauses: [Duration] = Self.pausesForBuyers
    ) async throws(ProcessorFault) -> AuthorizationOutcome {
        let authorize = authorize
        return try await bounded(limit, on: deadlines, atLimit: ProcessorFault.timeout) {
            () async throws(ProcessorFault) -> AuthorizationOutcome in
            for pause in pauses {
                do throws(ProcessorFault) {
                    return try await authorize(request)
                } catch .unreachable {
                    do { try await Task.sleep(for: pause) } catch { throw .unreachable }
                }
            }
            return try await authorize(request)
        }
    }
}
