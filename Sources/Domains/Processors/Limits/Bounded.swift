/// Runs an operation and returns at the latest when the limit has passed; it throws `atLimit` then.
///
/// The operation is not trusted to cooperate: it runs in a task of its own, is canceled at the
/// limit and then abandoned, and its later result is dropped. It runs on the caller's task
/// executor, so that an answer costs no change of thread; only an operation that blocks that thread
/// cannot be interrupted by a limit. Canceling the caller does not end the wait: the server always
/// waits for a request that it has sent to a processor.
package func bounded<Value: Sendable, Fault: Error>(
    _ limit: Duration, on deadlines: Deadlines, atLimit: Fault,
    operation: @escaping @Sendable () async throws(Fault) -> Value
) async throws(Fault) -> Value {
    let executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
    let race = Race<Value, Fault>(atLimit: atLimit)
    var work: Task<Void, Never>?
    let (result, isLate) = await withUnsafeContinuation { waiter in
        race.waiter = waiter
        deadlines.arm(race, microseconds: limit.microseconds)
        work = Task(executorPreference: executor) {
            let result: Result<Value, Fault>
            do throws(Fault) {
                result = .success(try await operation())
            } catch {
                result = .failure(error)
            }
            if deadlines.disarm(race) { waiter.resume(returning: (result, false)) }
        }
    }
    if isLate { work?.cancel() }
    return try result.get()
}

/// The side that removes the race from the table of deadlines resumes the waiter: exactly one does.
///
/// Unchecked because `waiter` is written before the race is armed and read after it has fired.
private final class Race<Value: Sendable, Fault: Error>: Deadline, @unchecked Sendable {
    private let atLimit: Fault
    var waiter: UnsafeContinuation<(Result<Value, Fault>, Bool), Never>?

    init(atLimit: Fault) { self.atLimit = atLimit }

    override func fire() { waiter?.resume(returning: (.failure(atLimit), true)) }
}

extension Duration {
    /// At least zero, and at most a century, so that the sum with the clock fits into 64 bits.
    fileprivate var microseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let centurySeconds: Int64 = 36_525 * 86_400
        return min(seconds, centurySeconds) * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
