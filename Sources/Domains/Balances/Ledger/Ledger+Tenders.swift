import Vocabulary

// A checkout's holds on the balances that pay for it.
extension Ledger {
    /// Sets a hold's amount and expiry. It also revives an expired hold that no worker has ended
    /// yet.
    package mutating func hold(
        _ id: Hold.ID, of amount: Int64, until expiry: Instant?
    ) throws {
        let old = try hold(id)
        if !old.isActive(at: now) {
            guard old.state == .active else { throw BalanceRefusal.holdEnded }
            // An expired hold has no claim to its money: the ledger releases it and requests the
            // whole amount again.
            var none = old
            none.amount.minorUnits = old.captured
            none.expiresAt = expiry
            holds[id] = none
            changedHolds.insert(id)
            try change(old.balance) { $0.held -= old.reservedAmount }
        }
        try resize(id, to: amount)
        try extend(id, to: expiry)
    }

    /// Releases a hold that is no longer needed, expired or not.
    package mutating func releaseOrExpire(_ id: Hold.ID) throws {
        guard let hold = holds[id], hold.state == .active else { return }
        if hold.isActive(at: now) { try release(id) } else { try expire(id) }
    }
}
