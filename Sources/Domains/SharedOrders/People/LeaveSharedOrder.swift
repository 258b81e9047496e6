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

    package func callAsFunction(at desk: SharedOrderDesk) async throws {
        let numbers = Array(Set([caller, participant]))
        _ = try await desk.change(order, participants: numbers, at: now) { held, transaction in
            // A repeated call changes nothing.
            if caller == participant, let gone = held.participants[caller], gone.leftAt != nil,
                !gone.wasRemoved
            {
                return
            }
            try held.demandPresent(caller)
            guard caller == participant || caller == held.order.host else {
                throw SharedOrderRefusal.notHost
            }
            guard var leaving = held.participants[participant] else {
                throw SharedOrderRefusal.noSuchParticipant
            }
            // A repeated call changes nothing.
            guard leaving.leftAt == nil else { return }
            try held.demandOpen()
            guard participant != held.order.host else { throw SharedOrderRefusal.hostStays }
            held.removeAll(of: participant)
            leaving = held.participants[participant] ?? leaving
            leaving.leftAt = now
            leaving.wasRemoved = caller != participant
            held.participants[participant] = leaving
            held.order.present -= 1
            held.touch()
            try transaction.later(leaving.store(order))
        }
    }
}
