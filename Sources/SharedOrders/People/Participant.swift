import Vocabulary

/// Somebody who takes part in one shared order.
package struct Participant: Sendable {
    /// Given once, from 1: the host who started it has the first.
    package let number: Int
    /// The same wherever their own credential was shown.
    package let person: UUID128
    /// Sealed; nothing where none was given.
    package var name: [UInt8]?
    package var total: Int64
    package var choices: Int
    package let joinedAt: Instant
    package var leftAt: Instant?
    package var wasRemoved: Bool

    /// Themselves, if they still take part.
    func demandPresent() throws(SharedOrderRefusal) -> Participant {
        guard !wasRemoved else { throw .wasRemoved }
        guard leftAt == nil else { throw .notParticipant }
        return self
    }
}
