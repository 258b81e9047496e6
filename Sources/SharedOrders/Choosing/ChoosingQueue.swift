import Synchronization
import Vocabulary

/// What waits to be chosen, by order: those who choose in one order at the same moment share one lock and
/// one commit, instead of one waiting behind the other's.
final class ChoosingQueue: Sendable {
    struct Waiting: Sendable {
        let wish: ChoiceWish
        let now: Instant
        let answer: @Sendable (Result<ChosenChoice, any Error>) -> Void
    }

    private let lines = Mutex<[SharedOrder.ID: [Waiting]]>([:])

    /// More than that would hold the lock for long.
    private static let togetherMax = 64

    /// - Returns: whether nobody works on the order's line yet: then the caller does.
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

    /// Those who are next, in the order in which they came; nobody left ends the line.
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
