import Vocabulary

// Holds that a checkout has on the balances that pay for it.
extension Ledger {
    /// Makes a hold of this amount until this moment, larger or smaller, sooner or later; also of one
    /// whose time is over, as long as nobody has ended it.
    package mutating func hold(
        _ id: Hold.ID, of amount: Int64, until expiry: Instant?
    ) throws {
        let old = try hold(id)
        if !old.isActive(at: now) {
            guard old.state == .active else { throw BalanceRefusal.holdEnded }
            // What nobody counts on any more is free to be wanted again, by whoever may spend it.
            var none = old
            none.amount.minorUnits = old.captured
            none.expiresAt = expiry
            holds[id] = none
            changedHolds.insert(id)
            try change(old.balance) { $0.held -= old.holding }
        }
        try resize(id, to: amount)
        try extend(id, to: expiry)
    }

    /// Ends a hold that is not wanted any more, whether or not its time is over.
    package mutating func letGo(_ id: Hold.ID) throws {
        guard let hold = holds[id], hold.state == .active else { return }
        if hold.isActive(at: now) { try release(id) } else { try expire(id) }
    }
}
