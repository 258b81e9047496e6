import Synchronization

/// Whether the command was told to stop: phones that were added are taken away again then.
final class Recall: Sendable {
    private let told = Atomic(false)
    // Held here: it hears nothing once it is gone.
    private let signals = Signals()

    var isTold: Bool { told.load(ordering: .relaxed) }

    /// Waits for the signal, and has something done at once.
    func watch(_ act: @escaping @Sendable () -> Void) -> Task<Void, Never> {
        Task {
            await signals.wait()
            told.store(true, ordering: .relaxed)
            act()
        }
    }
}
