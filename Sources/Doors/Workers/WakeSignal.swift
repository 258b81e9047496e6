import Threads

/// A pause that `wake` cuts short. A wake while no task waits ends the next pause.
///
/// Unchecked because the lock guards the state.
final class WakeSignal: @unchecked Sendable {
    private let lock = Lock()
    private var isSignaled = false
    private var pause: Task<Void, Never>?

    /// Ends the current pause, or else the next one as it begins.
    func wake() {
        let pause = lock.withLock {
            isSignaled = true
            return self.pause
        }
        pause?.cancel()
    }

    /// Waits for the time or for a wake, whichever comes first. Only one task may wait at a time.
    func wait(milliseconds: Int64, on clock: WorkerClock) async {
        let pause = Task { _ = try? await clock.sleep(milliseconds) }
        let wasSignaled = lock.withLock {
            self.pause = pause
            return isSignaled
        }
        if wasSignaled { pause.cancel() }
        await pause.value
        lock.withLock {
            self.pause = nil
            isSignaled = false
        }
    }
}
