extension Processor {
    /// The same processor with a limit on every call; a call that reaches the limit throws
    /// `timeout`.
    ///
    /// For callers without a deadline of their own, such as a worker that finds and closes
    /// attempts, or a void after a payment that must not stand.
    package func limited(to limit: Duration, on deadlines: Deadlines) -> Processor {
        let inner = self
        return Processor(
            name: name,
            authorize: { request throws(ProcessorFault) in
                try await bounded(limit, on: deadlines, atLimit: .timeout) {
                    () async throws(ProcessorFault) in try await inner.authorize(request)
                }
            },
            find: { key throws(ProcessorFault) in
                try await bounded(limit, on: deadlines, atLimit: .timeout) {
                    () async throws(ProcessorFault) in try await inner.find(key)
                }
            },
            close: { key throws(ProcessorFault) in
                try await bounded(limit, on: deadlines, atLimit: .timeout) {
                    () async throws(ProcessorFault) in try await inner.close(key)
                }
            },
            void: { key throws(ProcessorFault) in
                try await bounded(limit, on: deadlines, atLimit: .timeout) {
                    () async throws(ProcessorFault) in try await inner.void(key)
                }
            },
            capture: { request throws(ProcessorFault) in
                try await bounded(limit, on: deadlines, atLimit: .timeout) {
                    () async throws(ProcessorFault) in try await inner.capture(request)
                }
            },
            increment: { request throws(ProcessorFault) in
                try await bounded(limit, on: deadlines, atLimit: .timeout) {
                    () async throws(ProcessorFault) in try await inner.increment(request)
                }
            },
            refund: { request throws(ProcessorFault) in
                try await bounded(limit, on: deadlines, atLimit: .timeout) {
                    () async throws(ProcessorFault) in try await inner.refund(request)
                }
            },
            dispute: { merchant, reference throws(ProcessorFault) in
                try await bounded(limit, on: deadlines, atLimit: .timeout) {
                    () async throws(ProcessorFault) in
                    try await inner.dispute(merchant, reference)
                }
            },
            records: { request throws(ProcessorFault) in
                try await bounded(limit, on: deadlines, atLimit: .timeout) {
                    () async throws(ProcessorFault) in try await inner.records(request)
                }
            })
    }
}
