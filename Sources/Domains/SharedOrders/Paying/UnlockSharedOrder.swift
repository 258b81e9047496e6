import Outbox
import Postgres
import Vocabulary

/// The host opens the order for choices again; payments that were started are canceled or voided.
package struct UnlockSharedOrder: Sendable {
    package let order: SharedOrder.ID
    package let caller: Int
    package let sheets: ShareSheets
    package let now: Instant

    package init(_ order: SharedOrder.ID, caller: Int, sheets: ShareSheets, now: Instant) {
        self.order = order
        self.caller = caller
        self.sheets = sheets
        self.now = now
    }

    package func callAsFunction(at desk: SharedOrderDesk) async throws {
        let identify = desk.identify
        _ = try await desk.change(order, participants: [caller], at: now) { held, transaction in
            try held.demandHost(caller)
            // A repeated call changes nothing.
            if held.order.state == .open { return }
            guard held.order.state == .locked else {
                throw SharedOrderRefusal.notOpen(held.order.state)
            }
            try sheets.close(held.order, desk, at: now, in: transaction)
            try held.giveUpRound(identify, in: transaction)
        }
    }
}

extension HeldOrder {
    /// Abandons the round: no share of it can be paid any more.
    mutating func giveUpRound(
        _ identify: (Instant) -> UUID128, in transaction: Transaction
    ) throws {
        try transaction.later(Share.letGo(order, at: now))
        reopen()
        try transaction.later(tell(.sharedOrderReopened, identify).insert)
    }

    /// Reopens the order if its lock has lapsed.
    mutating func reopenIfLapsed(
        _ identify: (Instant) -> UUID128, in transaction: Transaction
    ) throws {
        guard order.state == .locked, order.state(at: now) != .locked else { return }
        try giveUpRound(identify, in: transaction)
    }
}
