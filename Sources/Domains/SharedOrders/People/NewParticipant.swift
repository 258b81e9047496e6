import Postgres
import Vocabulary

/// A person who joins or starts an order.
package struct NewParticipant: Sendable {
    package let name: String?
    /// Messages' identifier of the person on this device.
    package let device: UUID128?
    /// A credential from another order of the same merchant; it identifies the same person.
    package let earlierCredential: ParticipantCredential?
    /// The person's new identifier, if they have no earlier one.
    private let newPersonID: UUID128

    package init(
        _ newPersonID: UUID128, name: String? = nil, device: UUID128? = nil,
        earlierCredential: ParticipantCredential? = nil
    ) {
        self.newPersonID = newPersonID
        self.name = name
        self.device = device
        self.earlierCredential = earlierCredential
    }

    /// The person's earlier identifier, or a new one.
    func person(in transaction: Transaction) throws -> UUID128 {
        guard let earlierCredential else { return newPersonID }
        let rows = try transaction.run(
            Participant.find(earlierCredential.participant, in: earlierCredential.order))
        return try rows.first?.get("person") ?? newPersonID
    }
}
