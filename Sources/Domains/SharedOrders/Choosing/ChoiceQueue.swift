import Threads
import Vocabulary

/// The pending changes of choices, by order. Changes of one order that arrive together share one
/// lock and one commit instead of waiting for each other.
final class ChoiceQueue: Sendable {
    struct Waiting: Sendable {
        let request: ChoiceRequest
        let now: Instant
        let answer: @Sendable (Result<ChoiceResult, any Error>) -> Void
    }

    private let lines = Locked<[SharedOrder.ID: [Waiting]]>([:])

    /// A larger batch would keep the row lock for too long.
    private static let togetherMax = 64

    /// - Returns: true if no task works on the order's queue yet; the caller must then do so.
    func join(_ order: SharedOrder.ID, _ waiting: Waiting) -> Bool {
        lines.withLock { lines in
            guard lines[order] != nil else {
                lines[order] = [waiting]
                return true
            }
            lines[order]?.append(waiting)
            return false
        }
    }

    /// The next changes, in order of arrival. An empty result closes the order's queue.
    func next(of order: SharedOrder.ID) -> [Waiting] {
        lines.withLock { lines in
            guard let line = lines[order], !line.isEmpty else {
                lines[order] = nil
                return []
            }
            let next = Array(line.prefix(Self.togetherMax))
            lines[order] = Array(line.dropFirst(Self.togetherMax))
            return next
        }
    }
}
