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

    package func callAsFunction(at desk: SharedOrderDesk) async throws {
        let identify = desk.identify
        _ = try await desk.change(order, participants: [caller], at: now) { held, transaction in
            try held.demandHost(caller)
            // A repeated call changes nothing.
            if held.order.state == .locked, held.order.lockedHash == hash,
                held.order.payers == payers, held.order.tip == tip
            {
                return
            }
            try held.demandOpen()
            guard held.terms.payers.contains(payers) else {
                throw SharedOrderRefusal.payersNotOffered
            }
            let choices = try held.placed(in: transaction)
            guard SharedOrderView.hash(of: choices) == hash else {
                throw SharedOrderRefusal.changed
            }
            try held.demandWhole(choices)
            try lock(&held, choices, transaction)
            try transaction.later(held.tell(.sharedOrderLocked, identify).insert)
        }
    }

    private func lock(
        _ held: inout HeldOrder, _ choices: [Choice], _ transaction: Transaction
    ) throws {
        let items = choices.itemsByPerson
        guard
            let bill = SharedBill(items: items, held.terms, tip: tip, rounding: rounding)
        else { throw SharedOrderRefusal.overTotal }
        guard !items.isEmpty, bill.total > 0 else { throw SharedOrderRefusal.nothingToPay }
        held.order.round += 1
        let parts =
            switch payers {
            case .host: [(caller, bill.total)]
            case .each: bill.parts.map { ($0.participant, $0.total) }.filter { $0.1 > 0 }
            }
        for (place, part) in parts.enumerated() {
            try transaction.later(
                Share(
                    order: order, round: held.order.round, number: place + 1,
                    participant: part.0, amount: part.1, isRest: false, state: .due, tries: 0
                ).insert)
        }
        held.order.state = .locked
        held.order.payers = payers
        held.order.lockedHash = hash
        held.order.tip = tip
        let soon = now.adding(seconds: SharedOrderLimits.lockSeconds)
        // If each participant pays, they have until the order's own deadline.
        held.order.payBy = payers == .each ? max(soon, held.order.deadlineAt) : soon
        held.touch()
    }
}

extension HeldOrder {
    /// Refuses an order with an unfinished item that several people build.
    fileprivate func demandWhole(_ choices: [Choice]) throws(SharedOrderRefusal) {
        for choice in choices where choice.state == .placed {
            guard case .item(let id) = choice.content.what, let place = terms.menu.place(of: id)
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
