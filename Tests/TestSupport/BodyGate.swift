import Foundation

/// Holds a thread, such as a transaction's body, until a test opens it; once open it stays open.
// Unchecked: the state is behind the condition's lock.
package final class BodyGate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false
    private var waiting = 0

    package init() {}

    /// Blocks its thread.
    package func wait() {
        condition.lock()
        waiting += 1
        while !isOpen { condition.wait() }
        condition.unlock()
    }

    package func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    /// Somebody has come to the gate.
    package var isReached: Bool {
        condition.lock()
        defer { condition.unlock() }
        return waiting > 0
    }
}
