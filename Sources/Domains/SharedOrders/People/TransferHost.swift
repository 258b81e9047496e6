import Postgres
import Vocabulary

/// The host makes another present participant the host.
package struct TransferHost: Sendable {
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
        _ = try await service.change(order, participants: numbers, at: now) { aggregate, _ in
            try aggregate.requireHost(caller)
            // The payer must not change while they pay.
            try aggregate.requireOpen()
            do {
                try aggregate.requirePresent(participant)
            } catch {
                throw SharedOrderRefusal.noSuchParticipant
            }
            guard participant != aggregate.order.host else { return }
            aggregate.order.host = participant
            aggregate.touch()
        }
    }
}
