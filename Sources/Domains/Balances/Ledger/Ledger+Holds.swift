import Outbox
import Vocabulary

// Operations on holds. Amounts are in minor units of the hold's currency.
extension Ledger {
    package func hold(_ id: Hold.ID) throws -> Hold {
        guard let hold = holds[id] else { throw Fault.notLocked }
        return hold
    }

    /// Adds a hold if its balance may be spent and has enough. A hold of zero is valid: it keeps
    /// the balance's place while the total is not known yet.
    package mutating func add(_ hold: Hold) throws {
        let balance = try balance(hold.balance)
        if let refusal = balance.refusal(spending: hold.amount, at: now) { throw refusal }
        holds[hold.id] = hold
        newHolds.insert(hold.id)
        try change(hold.balance) { $0.held += hold.amount.minorUnits }
        try emit(.balanceHeld, hold.balance, hold, nil)
    }

    /// Raises an active hold if its balance may be spent and has enough, or lowers it.
    package mutating func resize(_ id: Hold.ID, to amount: Int64) throws {
        let hold = try active(id)
        let more = amount - hold.amount.minorUnits
        guard amount >= hold.captured + hold.capturing else { throw BalanceRefusal.exceedsHold }
        guard more != 0 else { return }
        // Checked like a new hold: the money that it already reserves counts as available.
        var balance = try balance(hold.balance)
        balance.held -= hold.reservedAmount
        let wanted = Money(minorUnits: amount - hold.captured, currency: hold.amount.currency)
        if more > 0, let refusal = balance.refusal(spending: wanted, at: now) { throw refusal }
        let changed = try change(id) { $0.amount.minorUnits = amount }
        try change(hold.balance) { $0.held += more }
        try emit(more > 0 ? .balanceHeld : .balanceReleased, hold.balance, changed, nil)
    }

    /// Changes a hold's expiry; nil while a payment that depends on it is in progress or authorized
    /// (docs/rules/money.md#15).
    package mutating func extend(_ id: Hold.ID, to expiry: Instant?) throws {
        guard try active(id).expiresAt != expiry else { return }
        try change(id) { $0.expiresAt = expiry }
    }

    /// Reserves the amount of a capture before the processor is called; a negative amount releases
    /// the reservation.
    package mutating func reserve(capturing amount: Int64, of id: Hold.ID) throws {
        let hold = try active(id)
        guard amount <= hold.capturable else { throw BalanceRefusal.exceedsHold }
        guard hold.capturing + amount >= 0 else { throw Fault.notReserved }
        try change(id) { $0.capturing += amount }
    }

    /// Captures an amount of a hold and pays it to an account.
    ///
    /// It also captures from a balance that was frozen or has expired since, because the money was
    /// promised before. A capture of zero makes no transfer.
    ///
    /// - Parameters:
    ///   - reserved: true if `reserve` reserved the amount before.
    ///   - isLast: true ends the hold and makes the rest available.
    package mutating func capture(
        _ amount: Int64, of id: Hold.ID, to account: Account, for cause: Transfer.Cause,
        reserved: Bool = false, isLast: Bool
    ) throws {
        if reserved { try reserve(capturing: -amount, of: id) }
        let old = try active(id)
        guard amount >= 0 else { throw Fault.invalidTransfer }
        guard amount <= old.capturable else { throw BalanceRefusal.exceedsHold }
        var transfer: Transfer?
        if amount > 0 {
            transfer = try book(
                Money(minorUnits: amount, currency: old.amount.currency),
                from: .balance(old.balance), to: account, for: cause)
        }
        var hold = try change(id) { $0.captured += amount }
        if isLast { hold = try end(id, as: .captured) }
        try change(old.balance) { $0.held -= old.reservedAmount - hold.reservedAmount }
        try emit(amount > 0 ? .balanceCaptured : .balanceReleased, old.balance, hold, transfer)
        if let id = account.balance, let transfer { try emit(.balanceCredited, id, nil, transfer) }
    }

    /// Releases a hold: its uncaptured part becomes available.
    package mutating func release(_ id: Hold.ID) throws {
        _ = try active(id)
        try endAndRelease(id, as: .released)
    }

    /// Ends an expired hold in the same way.
    mutating func expire(_ id: Hold.ID) throws { try endAndRelease(id, as: .expired) }

    private func active(_ id: Hold.ID) throws -> Hold {
        let hold = try hold(id)
        guard hold.isActive(at: now) else { throw BalanceRefusal.holdEnded }
        return hold
    }

    private mutating func endAndRelease(_ id: Hold.ID, as state: Hold.State) throws {
        let old = try hold(id)
        let hold = try end(id, as: state)
        try change(old.balance) { $0.held -= old.reservedAmount }
        try emit(.balanceReleased, old.balance, hold, nil)
    }

    /// A partly captured hold stays a tender, even if the rest is released or expires.
    private mutating func end(_ id: Hold.ID, as state: Hold.State) throws -> Hold {
        let hold = try hold(id)
        guard hold.state == .active else { throw BalanceRefusal.holdEnded }
        guard hold.capturing == 0 else { throw Fault.notReserved }
        let end: Hold.State = hold.captured > 0 ? .captured : state == .captured ? .released : state
        return try change(id) { [now] in
            $0.state = end
            $0.endedAt = now
        }
    }

    @discardableResult
    mutating func change(_ id: Hold.ID, _ change: (inout Hold) -> Void) throws -> Hold {
        var hold = try hold(id)
        change(&hold)
        holds[id] = hold
        changedHolds.insert(id)
        return hold
    }
}
