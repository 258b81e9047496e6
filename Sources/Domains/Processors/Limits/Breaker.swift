import Threads

/// A circuit breaker: it spares buyers the wait for a processor that is down.
///
/// It counts in this process only, as all limits do. Each processor has one breaker for all
/// merchants.
///
/// Unchecked because the lock guards the state.
package final class Breaker: @unchecked Sendable {
    private let lock = Lock()
    private var current = BreakerState()
    private let now: @Sendable () -> Int64

    /// - Parameter now: microseconds of a clock that is never set back.
    package init(now: @escaping @Sendable () -> Int64 = monotonicMicroseconds) { self.now = now }

    package var phase: BreakerState.Phase { lock.withLock { current.phase } }

    fileprivate func payment<Value: Sendable>(
        _ call: () async throws(ProcessorFault) -> Value
    ) async throws(ProcessorFault) -> Value {
        guard lock.withLock({ current.admits(at: now()) }) else { throw .unreachable }
        do throws(ProcessorFault) {
            let value = try await call()
            lock.withLock { current.note(payment: .answered, at: now()) }
            return value
        } catch {
            lock.withLock { current.note(payment: error.sign, at: now()) }
            throw error
        }
    }

    fileprivate func other<Value: Sendable>(
        _ call: () async throws(ProcessorFault) -> Value
    ) async throws(ProcessorFault) -> Value {
        do throws(ProcessorFault) {
            let value = try await call()
            lock.withLock { current.note(other: .answered, at: now()) }
            return value
        } catch {
            lock.withLock { current.note(other: error.sign, at: now()) }
            throw error
        }
    }
}

extension ProcessorFault {
    /// The fault as a sign of the processor's health. A rejected request is no sign, because its
    /// cause may be our own mistake.
    var sign: BreakerState.Sign {
        switch self {
        case .timeout, .answerLost, .garbage, .unreachable: .failed
        case .rejected, .closed, .keyReused: .neither
        }
    }
}

extension Processor {
    /// The same processor, which refuses authorizations while the breaker is open: nothing is
    /// charged then, and the buyer may try again. All other calls go through and are counted.
    package func guarded(by breaker: Breaker) -> Processor {
        let inner = self
        return Processor(
            name: name,
            authorize: { request throws(ProcessorFault) in
                try await breaker.payment { () async throws(ProcessorFault) in
                    try await inner.authorize(request)
                }
            },
            find: { key throws(ProcessorFault) in
                try await breaker.other { () async throws(ProcessorFault) in
                    try await inner.find(key)
                }
            },
            close: { key throws(ProcessorFault) in
                try await breaker.other { () async throws(ProcessorFault) in
                    try await inner.close(key)
                }
            },
            void: { key throws(ProcessorFault) in
                try await breaker.other { () async throws(ProcessorFault) in
                    try await inner.void(key)
                }
            },
            capture: { request throws(ProcessorFault) in
                try await breaker.other { () async throws(ProcessorFault) in
                    try await inner.capture(request)
                }
            },
            increment: { request throws(ProcessorFault) in
                try await breaker.other { () async throws(ProcessorFault) in
                    try await inner.increment(request)
                }
            },
            refund: { request throws(ProcessorFault) in
                try await breaker.other { () async throws(ProcessorFault) in
                    try await inner.refund(request)
                }
            },
            dispute: { merchant, reference throws(ProcessorFault) in
                try await breaker.other { () async throws(ProcessorFault) in
                    try await inner.dispute(merchant, reference)
                }
            },
            records: { request throws(ProcessorFault) in
                try await breaker.other { () async throws(ProcessorFault) in
                    try await inner.records(request)
                }
            })
    }
}
