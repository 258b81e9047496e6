/// A value that is accessed only under its own lock.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    // Unchecked: the lock protects the value.
    private var value: Value
    private let lock = Lock()

    package init(_ value: Value) { self.value = value }

    /// Runs a body that reads or changes the value.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
