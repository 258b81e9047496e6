extension Processor {
    /// Pauses before a request that was never sent is tried again while a buyer waits.
    package static let pausesForBuyers: [Duration] = [.milliseconds(100), .milliseconds(400)]

    /// Authorizes a payment and returns within the limit, even if the processor does not answer.
    ///
    /// A request that was never sent is tried again with the same key after each pause, as long as
    /// the limit allows. Any other fault is thrown to the caller: the attempt is then unknown, and
    /// a worker calls `find`.
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
