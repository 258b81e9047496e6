import Postgres
import Vocabulary

/// A participant leaves, or the host removes them; the order loses their choices.
package struct LeaveSharedOrder: Sendable {
    package let order: SharedOrder.ID
    package let caller: Int
    package let participant: Int
    package let now: Instant

    package init(_ order: SharedOrder.ID, caller: Int, participant: Int, now: Instant) {
        self.order = order
        self.caller = caller
        self.participant = participant
        self.now = now
    }

    package func callAsFunction(on service: SharedOrderService) async throws {
        let numbers = Array(Set([caller, participant]))
        _ = try await service.change(order, participants: numbers, at: now) {
            aggregate, transaction in
            // A repeated call changes nothing.
            if caller == participant, let gone = aggregate.participants[caller], gone.leftAt != nil,
                !gone.wasRemoved
            {
                return
            }
            try aggregate.requirePresent(caller)
            guard caller == participant || caller == aggregate.order.host else {
                throw SharedOrderRefusal.notHost
            }
            guard var leaving = aggregate.participants[participant] else {
                throw SharedOrderRefusal.noSuchParticipant
            }
            // A repeated call changes nothing.
            guard leaving.leftAt == nil else { return }
            try aggregate.requireOpen()
            guard participant != aggregate.order.host else {
                throw SharedOrderRefusal.hostCannotLeave
            }
            aggregate.removeAll(of: participant)
            leaving = aggregate.participants[participant] ?? leaving
            leaving.leftAt = now
            leaving.wasRemoved = caller != participant
            aggregate.participants[participant] = leaving
            aggregate.order.present -= 1
            aggregate.touch()
            try transaction.enqueue(leaving.store(order))
        }
    }
}
