import Foundation

/// Suspends tasks until it is opened. It ignores cancellation, and once open it stays open.
// Unchecked: the lock, which the thread sanitizer understands, guards the state.
package final class Gate: @unchecked Sendable {
    private let lock = NSLock()
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init() {}

    package func wait() async {
        await withCheckedContinuation { waiter in
            let pass = lock.withLock {
                if !isOpen { waiting.append(waiter) }
                return isOpen
            }
            if pass { waiter.resume() }
        }
    }

    package func open() {
        let passing = lock.withLock {
            isOpen = true
            defer { waiting = [] }
            return waiting
        }
        for waiter in passing { waiter.resume() }
    }
}
