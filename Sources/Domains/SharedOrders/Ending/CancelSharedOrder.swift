import Outbox
import Postgres
import Vocabulary

/// Cancels an unpaid order, for its host or for the merchant's server.
package struct CancelSharedOrder: Sendable {
    package let order: SharedOrder.ID
    /// Nil if the merchant's server asks.
    package let caller: Int?
    package let sheets: ShareSheets
    package let now: Instant

    package init(_ order: SharedOrder.ID, caller: Int?, sheets: ShareSheets, now: Instant) {
        self.order = order
        self.caller = caller
        self.sheets = sheets
        self.now = now
    }

    package func callAsFunction(at desk: SharedOrderDesk) async throws {
        let identify = desk.identify
        _ = try await desk.change(order, participants: caller.map { [$0] } ?? [], at: now) {
            held, transaction in
            if let caller {
                try held.demandHost(caller)
            }
            switch held.order.state(at: now) {
            case .canceled: return
            case .open, .locked: break
            case .paid, .expired:
                throw SharedOrderRefusal.notOpen(held.order.state(at: now))
            }
            if held.order.state == .locked {
                try sheets.close(held.order, desk, at: now, in: transaction)
                try transaction.later(Share.letGo(held.order, at: now))
            }
            held.order.state = .canceled
            held.order.endedAt = now
            held.order.payBy = nil
            held.touch()
            try transaction.later(held.tell(.sharedOrderCanceled, identify).insert)
        }
    }
}
