import Synchronization

/// Records that the user stopped the command; added phones then remove their passes.
final class StopRequest: Sendable {
    private let requested = Atomic(false)
    // Stored, because it receives no signal once it is deallocated.
    private let signals = Signals()

    var isRequested: Bool { requested.load(ordering: .relaxed) }

    /// Waits for the signal, then runs an action at once.
    func watch(_ act: @escaping @Sendable () -> Void) -> Task<Void, Never> {
        Task {
            await signals.wait()
            requested.store(true, ordering: .relaxed)
            act()
        }
    }
}
