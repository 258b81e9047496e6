import Merchants
import Postgres
import Vocabulary

/// Assigns the step a message number, under which its device reports the message's state.
package struct ComposeMessage: Sendable {
    package let order: SharedOrder.ID
    package let caller: Int
    package let now: Instant

    package init(_ order: SharedOrder.ID, caller: Int, now: Instant) {
        self.order = order
        self.caller = caller
        self.now = now
    }

    /// - Returns: the message's number.
    package func callAsFunction(on service: SharedOrderService) async throws -> Int {
        try await service.change(order, participants: [caller], at: now) { aggregate, transaction in
            try aggregate.requirePresent(caller)
            let count =
                try transaction.run(SharedMessage.count(of: order)).first
                .map { try $0.get("count", as: Int.self) } ?? 0
            guard count < SharedOrderLimits.messagesMax else {
                throw SharedOrderRefusal.tooManyMessages
            }
            let message = SharedMessage(number: count + 1, participant: caller, state: .composed)
            try transaction.enqueue(message.insert(order, at: now))
            return message.number
        }.value
    }
}
