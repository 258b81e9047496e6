import Merchants
import Postgres
import Vocabulary

/// Records the state of a message as a device reports it. If the order's choices count only when
/// sent, the report also places or drops the message's choices.
package struct ReportMessage: Sendable {
    package let order: SharedOrder.ID
    package let caller: Int
    package let message: Int
    package let state: SharedMessage.State
    package let now: Instant

    package init(
        _ order: SharedOrder.ID, caller: Int, message: Int, state: SharedMessage.State,
        now: Instant
    ) {
        self.order = order
        self.caller = caller
        self.message = message
        self.state = state
        self.now = now
    }

    package func callAsFunction(on service: SharedOrderService) async throws -> SharedMessage {
        do {
            return try await report(state, on: service)
        } catch let refusal as SharedOrderRefusal
            where state == .sending && ![.noSuchMessage, .messageCanceled].contains(refusal)
        {
            // The choices can no longer count, so the server cancels the message and drops them.
            _ = try await report(.canceled, on: service)
            throw refusal
        }
    }

    private func report(
        _ state: SharedMessage.State, on service: SharedOrderService
    ) async throws -> SharedMessage {
        try await service.change(order, participants: [caller], at: now) { aggregate, transaction in
            guard
                let row = try transaction.run(SharedMessage.find(message, of: order)).first,
                var found = try SharedMessage(row: row) as SharedMessage?,
                found.participant == caller || state == .received
            else { throw SharedOrderRefusal.noSuchMessage }
            // Reports may arrive late or repeated; none moves a message back to an earlier state.
            guard state.rank > found.state.rank else { return found }
            if found.participant != caller {
                try aggregate.requirePresent(caller)
                // Another device's report of an unsent message is early or false, so it changes
                // nothing.
                guard found.state == .sending else { return found }
            }
            // The choices of a canceled message were dropped, so the device must not believe that
            // they count.
            if aggregate.terms.countsWhenSent, found.state == .canceled {
                throw SharedOrderRefusal.messageCanceled
            }
            if found.participant == caller {
                if state == .canceled { aggregate.drop(message) }
                if state == .sending || state == .received { try aggregate.send(message) }
            }
            found.state = state
            try transaction.enqueue(found.store(order, at: now))
            return found
        }.value
    }
}

extension SharedMessage.State {
    /// The order of the states. A message that was sent cannot be canceled.
    fileprivate var rank: Int {
        switch self {
        case .composed: 0
        case .staged: 1
        case .canceled: 2
        case .sending: 3
        case .received: 4
        }
    }
}
