import Synchronization

/// The order between a thread that resumes a task and the task.
///
/// Resuming a continuation is such an order already. But when the task has not suspended yet, the
/// runtime's order is one that the thread sanitizer does not see; it sees this one. Costs a few
/// nanoseconds.
enum Handover {
    private static let count = Atomic<UInt>(0)

    /// By the thread, before it resumes.
    static func give() { count.add(1, ordering: .releasing) }

    /// By the task, before it looks at what it was given.
    static func take() { _ = count.load(ordering: .acquiring) }
}

/// Waits for a thread that answers by `resume`.
func handedOver<Value>(
    _ body: (Receiver<Value>) -> Void
) async throws -> Value {
    defer { Handover.take() }
    return try await withUnsafeThrowingContinuation { body(Receiver(waiting: $0)) }
}

/// One who waits for an answer; resumed exactly once.
struct Receiver<Value>: Sendable {
    fileprivate let waiting: UnsafeContinuation<Value, any Error>

    func resume(with result: sending Result<Value, any Error>) {
        Handover.give()
        waiting.resume(with: result)
    }

    func resume(throwing error: PostgresError) {
        Handover.give()
        waiting.resume(throwing: error)
    }
}

/// Runs a body that may block on a thread of its own.
func onOwnThread<Value: Sendable, Failure: Error>(
    _ name: String, _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withUnsafeContinuation { waiting in
        startThread(name) {
            let result = Result(catching: body)
            Handover.give()
            waiting.resume(returning: result)
        }
    }
    Handover.take()
    return try result.get()
}
