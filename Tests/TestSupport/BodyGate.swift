import Foundation

/// Blocks a thread, such as a transaction's body, until a test opens it; once open it stays open.
// Unchecked: the condition's lock guards the state.
package final class BodyGate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false
    private var waiting = 0

    package init() {}

    /// Blocks the calling thread.
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

    /// True once a thread has reached the gate.
    package var isReached: Bool {
        condition.lock()
        defer { condition.unlock() }
        return waiting > 0
    }
}
