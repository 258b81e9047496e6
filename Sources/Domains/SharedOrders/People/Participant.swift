import Vocabulary

/// One person in one shared order.
package struct Participant: Sendable {
    /// Assigned once, from 1; the host who starts the order is number 1.
    package let number: Int
    /// The same in all orders that the person joined with an earlier credential.
    package let person: UUID128
    /// The sealed name; nil if the person gave none.
    package var name: [UInt8]?
    package var total: Int64
    package var choices: Int
    package let joinedAt: Instant
    package var leftAt: Instant?
    package var wasRemoved: Bool

    /// Returns the participant, or throws if they are no longer present.
    func requirePresent() throws(SharedOrderRefusal) -> Participant {
        guard !wasRemoved else { throw .wasRemoved }
        guard leftAt == nil else { throw .notParticipant }
        return self
    }
}
