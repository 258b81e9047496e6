import Synchronization
import Threads

/// Orders memory accesses between a thread that resumes a task and the task.
///
/// Resuming a continuation already guarantees this order. But if the task has not suspended yet,
/// the thread sanitizer does not see the runtime's order; it sees this one. Costs a few
/// nanoseconds.
enum ResumeFence {
    private static let count = Atomic<UInt>(0)

    /// The thread calls it before it resumes the task.
    static func release() { count.add(1, ordering: .releasing) }

    /// The task calls it before it reads the result.
    static func acquire() { _ = count.load(ordering: .acquiring) }
}

/// Waits for a thread that answers with `resume`.
func withReceiver<Value>(
    _ body: (Receiver<Value>) -> Void
) async throws -> Value {
    defer { ResumeFence.acquire() }
    return try await withUnsafeThrowingContinuation { body(Receiver(waiting: $0)) }
}

/// A caller that waits for an answer; resumed exactly once.
struct Receiver<Value>: Sendable {
    fileprivate let waiting: UnsafeContinuation<Value, any Error>

    func resume(with result: sending Result<Value, any Error>) {
        ResumeFence.release()
        waiting.resume(with: result)
    }

    func resume(throwing error: PostgresError) {
        ResumeFence.release()
        waiting.resume(throwing: error)
    }
}

/// Runs a body that may block on its own thread.
func onOwnThread<Value: Sendable, Failure: Error>(
    _ name: String, _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withUnsafeContinuation { waiting in
        startThread(name) {
            let result = Result(catching: body)
            ResumeFence.release()
            waiting.resume(returning: result)
        }
    }
    ResumeFence.acquire()
    return try result.get()
}
