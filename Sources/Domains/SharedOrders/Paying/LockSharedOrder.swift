import Merchants
import Outbox
import Postgres
import Vocabulary

/// The host ends the choosing. From then on the host, or each participant, pays exactly the choices
/// that the host saw.
package struct LockSharedOrder: Sendable {
    package let order: SharedOrder.ID
    package let caller: Int
    /// The hash of the choices that the host saw.
    package let hash: [UInt8]
    package let payers: SharedOrder.Payers
    package let tip: Int64
    package let rounding: Rounding
    package let now: Instant

    package init(
        _ order: SharedOrder.ID, caller: Int, hash: [UInt8], payers: SharedOrder.Payers,
        tip: Int64, rounding: Rounding, now: Instant
    ) {
        self.order = order
        self.caller = caller
        self.hash = hash
        self.payers = payers
        self.tip = tip
        self.rounding = rounding
        self.now = now
    }

    package func callAsFunction(on service: SharedOrderService) async throws {
        _ = try await service.change(order, participants: [caller], at: now) {
            aggregate, transaction in
            try aggregate.requireHost(caller)
            // A repeated call changes nothing.
            if aggregate.order.state == .locked, aggregate.order.lockedHash == hash,
                aggregate.order.payers == payers, aggregate.order.tip == tip
            {
                return
            }
            try aggregate.requireOpen()
            guard aggregate.terms.payers.contains(payers) else {
                throw SharedOrderRefusal.payersNotOffered
            }
            let choices = try aggregate.placed(in: transaction)
            guard SharedOrderView.hash(of: choices) == hash else {
                throw SharedOrderRefusal.changed
            }
            try aggregate.requireFinishedItems(choices)
            try lock(&aggregate, choices, transaction)
            try transaction.enqueue(aggregate.makeEvent(.sharedOrderLocked).insert)
        }
    }

    private func lock(
        _ aggregate: inout SharedOrderAggregate, _ choices: [Choice], _ transaction: Transaction
    ) throws {
        let items = choices.itemsByPerson
        guard
            let bill = SharedBill(items: items, aggregate.terms, tip: tip, rounding: rounding)
        else { throw SharedOrderRefusal.overOrderLimit }
        guard !items.isEmpty, bill.total > 0 else { throw SharedOrderRefusal.nothingToPay }
        aggregate.order.round += 1
        let parts =
            switch payers {
            case .host: [(caller, bill.total)]
            case .each: bill.parts.map { ($0.participant, $0.total) }.filter { $0.1 > 0 }
            }
        for (place, part) in parts.enumerated() {
            try transaction.enqueue(
                ParticipantShare(
                    order: order, round: aggregate.order.round, number: place + 1,
                    participant: part.0, amount: part.1, coversUnpaidShares: false, state: .due,
                    tries: 0
                ).insert)
        }
        aggregate.order.state = .locked
        aggregate.order.payers = payers
        aggregate.order.lockedHash = hash
        aggregate.order.tip = tip
        let soon = now.adding(seconds: SharedOrderLimits.lockSeconds)
        // If each participant pays, they have until the order's own deadline, if it is later.
        aggregate.order.payBy = payers == .each ? max(soon, aggregate.order.deadlineAt) : soon
        aggregate.touch()
    }
}

extension SharedOrderAggregate {
    /// Refuses an order with an unfinished item that several people build.
    fileprivate func requireFinishedItems(_ choices: [Choice]) throws(SharedOrderRefusal) {
        for choice in choices where choice.state == .placed {
            guard case .item(let id) = choice.content.product, let place = terms.menu.place(of: id)
            else { continue }
            if terms.menu.items[place].isUnfinished(choice.content) { throw .unfinished }
        }
    }
}

extension MenuItem {
    /// True if a required step is missing.
    fileprivate func isUnfinished(_ content: Choice.Content) -> Bool {
        isJoint
            && groups.contains { group in
                group.minimum > 0 && !content.picks.contains { $0.group == group.id }
            }
    }
}
