import Postgres
import Vocabulary

/// A person who joins or starts an order.
package struct Newcomer: Sendable {
    package let name: String?
    /// Messages' identifier of the person on this device.
    package let device: UUID128?
    /// A credential from another order of the same merchant; it identifies the same person.
    package let former: ParticipantCredential?
    /// The person's new identifier, if they have no earlier one.
    private let stranger: UUID128

    package init(
        _ stranger: UUID128, name: String? = nil, device: UUID128? = nil,
        former: ParticipantCredential? = nil
    ) {
        self.stranger = stranger
        self.name = name
        self.device = device
        self.former = former
    }

    /// The person's earlier identifier, or a new one.
    func person(in transaction: Transaction) throws -> UUID128 {
        guard let former else { return stranger }
        let rows = try transaction.run(Participant.find(former.participant, in: former.order))
        return try rows.first?.get("person") ?? stranger
    }
}
