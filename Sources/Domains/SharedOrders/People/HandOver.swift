import Postgres
import Vocabulary

/// The host makes another present participant the host.
package struct HandOver: Sendable {
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
        _ = try await desk.change(order, participants: numbers, at: now) { held, _ in
            try held.demandHost(caller)
            // The payer must not change while they pay.
            try held.demandOpen()
            do {
                try held.demandPresent(participant)
            } catch {
                throw SharedOrderRefusal.noSuchParticipant
            }
            guard participant != held.order.host else { return }
            held.order.host = participant
            held.touch()
        }
    }
}
