import Merchants
import Postgres
import Vocabulary

/// What a device says of a message. Where only a sent one counts, its choices count from now on, or are dropped.
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

    package func callAsFunction(at desk: SharedOrderDesk) async throws -> SharedMessage {
        do {
            return try await report(state, at: desk)
        } catch let refusal as SharedOrderRefusal
            where state == .sending && ![.noSuchMessage, .messageCanceled].contains(refusal)
        {
            // What cannot count any more is dropped: nobody waits for it.
            _ = try await report(.canceled, at: desk)
            throw refusal
        }
    }

    private func report(
        _ state: SharedMessage.State, at desk: SharedOrderDesk
    ) async throws -> SharedMessage {
        try await desk.change(order, participants: [caller], at: now) { held, transaction in
            guard
                let row = try transaction.run(SharedMessage.find(message, of: order)).first,
                var found = try SharedMessage(row: row) as SharedMessage?,
                found.participant == caller || state == .received
            else { throw SharedOrderRefusal.noSuchMessage }
            // Reports come late and repeated: none takes a message back to where it was.
            guard state.rank > found.state.rank else { return found }
            if found.participant != caller {
                try held.demandPresent(caller)
                // Whoever says that they have what was not sent may be early, or lie: nothing comes of it.
                guard found.state == .sending else { return found }
            }
            // What it brought is gone: nobody is told that it counts.
            if held.terms.countsWhenSent, found.state == .canceled {
                throw SharedOrderRefusal.messageCanceled
            }
            if found.participant == caller {
                if state == .canceled { held.drop(message) }
                if state == .sending || state == .received { try held.send(message) }
            }
            found.state = state
            try transaction.later(found.store(order, at: now))
            return found
        }.value
    }
}

extension SharedMessage.State {
    /// How far it has come; what was sent is not canceled.
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
