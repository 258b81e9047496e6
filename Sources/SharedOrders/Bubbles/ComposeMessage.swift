import Merchants
import Postgres
import Vocabulary

/// A bubble that was put together for a step: making it is no delivery, and only its device knows what becomes of it.
package struct SharedMessage: Sendable {
    package let number: Int
    package let participant: Int
    package var state: State

    package enum State: String, Sendable, CaseIterable {
        case composed
        /// In the input field.
        case staged
        /// The buyer has tapped: it goes out.
        case sending
        /// Somebody else's device has it.
        case received
        case canceled
    }
}

/// Gives the step a number, by which its device says what became of it.
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
            where state == .sending && refusal != .noSuchMessage
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
            if state == .received, found.participant != caller {
                try held.demandPresent(caller)
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

extension SharedMessage {
    static func count(of order: SharedOrder.ID) -> Query {
        """
        SELECT coalesce(max(message), 0)::bigint AS count FROM shared_messages
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
        """
    }

    static func find(_ number: Int, of order: SharedOrder.ID) -> Query {
        """
        SELECT message, participant, state FROM shared_messages
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND message = \(Int64(number))
        """
    }

    /// Of some messages those that have not gone out yet.
    static func waiting(_ numbers: [Int], of order: SharedOrder.ID) -> Query {
        """
        SELECT message, participant, state FROM shared_messages
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND message = ANY (\(numbers.map(Int64.init))) AND state IN ('composed', 'staged')
        """
    }

    func insert(_ order: SharedOrder.ID, at now: Instant) -> Query {
        """
        INSERT INTO shared_messages (merchant_id, shared_order_id, message, participant, state,
            composed_at, changed_at)
        VALUES (\(order.merchant), \(order.uuid), \(Int64(number)), \(Int64(participant)),
            \(state.rawValue), \(now), \(now))
        """
    }

    func store(_ order: SharedOrder.ID, at now: Instant) -> Query {
        """
        UPDATE shared_messages SET state = \(state.rawValue), changed_at = \(now)
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND message = \(Int64(number))
        """
    }

    init(row: Row) throws {
        let state: String = try row.get("state")
        guard let state = State(rawValue: state) else {
            throw StoredSharedOrderError(column: "state")
        }
        self.init(
            number: try row.get("message"), participant: try row.get("participant"), state: state)
    }
}
