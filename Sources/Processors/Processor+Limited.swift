extension Processor {
    /// The same processor, of which no call takes longer than the limit: it is a timeout then.
    ///
    /// For callers without a deadline of their own: a worker that asks and closes, a void after a
    /// payment that must not be kept.
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
            })
    }
}
