import Postgres
import Vocabulary

/// Somebody as they come.
package struct Newcomer: Sendable {
    package let name: String?
    /// As Messages names them on this device.
    package let device: UUID128?
    /// Theirs of another order of the same merchant's: by it they are known to be the same person.
    package let former: ParticipantCredential?
    /// Who they are where nothing of theirs is known.
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

    /// The person that they were before, or a new one.
    func person(in transaction: Transaction) throws -> UUID128 {
        guard let former else { return stranger }
        let rows = try transaction.run(Participant.find(former.participant, in: former.order))
        return try rows.first?.get("person") ?? stranger
    }
}
