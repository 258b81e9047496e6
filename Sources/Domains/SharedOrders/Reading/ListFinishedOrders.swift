import Postgres
import Vocabulary

/// Lists the orders that the same person finished before with this merchant.
package struct ListFinishedOrders: Sendable {
    package let order: SharedOrder.ID
    package let caller: Int
    package let before: UUID128?
    package let limit: Int

    package init(_ order: SharedOrder.ID, caller: Int, before: UUID128?, limit: Int) {
        self.order = order
        self.caller = caller
        self.before = before
        self.limit = limit
    }

    package func callAsFunction(on service: SharedOrderService) async throws -> [FinishedOrder] {
        let person = try await service.present(caller, in: order).person
        return try await service.database.run(
            FinishedOrder.page(of: person, order.merchant, before: before, limit: limit),
            groupCommit: .reading
        ).map { try FinishedOrder(row: $0, keys: service.keys) }
    }
}

extension SharedOrderService {
    /// Returns a participant who is still present, or throws.
    func present(_ number: Int, in order: SharedOrder.ID) async throws -> Participant {
        let rows = try await database.run(
            Participant.find(number, in: order), groupCommit: .reading)
        guard let participant = try rows.first.map(Participant.init(row:)) else {
            throw SharedOrderRefusal.notParticipant
        }
        return try participant.requirePresent()
    }
}
