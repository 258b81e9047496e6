import Outbox
import Postgres
import Vocabulary

/// The host lets everybody choose again: what was begun to be paid is given back.
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
            // Repeated it changes nothing.
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
    /// Nobody pays this round any more.
    mutating func giveUpRound(
        _ identify: (Instant) -> UUID128, in transaction: Transaction
    ) throws {
        try transaction.later(Share.letGo(order, at: now))
        reopen()
        try transaction.later(tell(.sharedOrderReopened, identify).insert)
    }

    /// A lock that has lapsed is no lock.
    mutating func reopenIfLapsed(
        _ identify: (Instant) -> UUID128, in transaction: Transaction
    ) throws {
        guard order.state == .locked, order.state(at: now) != .locked else { return }
        try giveUpRound(identify, in: transaction)
    }
}
