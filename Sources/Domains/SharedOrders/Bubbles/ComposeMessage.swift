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
    package func callAsFunction(at desk: SharedOrderDesk) async throws -> Int {
        try await desk.change(order, participants: [caller], at: now) { held, transaction in
            try held.demandPresent(caller)
            let count =
                try transaction.run(SharedMessage.count(of: order)).first
                .map { try $0.get("count", as: Int.self) } ?? 0
            guard count < SharedOrderLimits.messagesMax else {
                throw SharedOrderRefusal.tooManyMessages
            }
            let message = SharedMessage(number: count + 1, participant: caller, state: .composed)
            try transaction.later(message.insert(order, at: now))
            return message.number
        }.value
    }
}
