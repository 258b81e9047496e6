import Outbox
import Vocabulary

// Refunds of captured holds. Amounts are in minor units of the hold's currency.
extension Ledger {
    /// Refunds a captured amount to the balance, even if the balance is frozen or expired.
    ///
    /// - Parameters:
    ///   - other: the balance that receives the refund instead.
    ///   - reserved: true if `reserve(refunding:)` reserved the amount before.
    package mutating func refund(
        _ amount: Int64, of id: Hold.ID, from account: Account = .system(.revenue),
        to other: Balance.ID? = nil, for cause: Transfer.Cause, reserved: Bool = false
    ) throws {
        if reserved { try reserve(refunding: -amount, of: id) }
        let hold = try hold(id)
        guard amount <= hold.refundable else { throw BalanceRefusal.exceedsHold }
        let transfer = try book(
            Money(minorUnits: amount, currency: hold.amount.currency), from: account,
            to: .balance(other ?? hold.balance), for: cause)
        let changed = try change(id) { $0.refunded += amount }
        try emit(
            .balanceCredited, other ?? hold.balance, other == nil ? changed : nil, transfer)
    }

    /// Reserves the amount of a refund; a negative amount releases the reservation.
    package mutating func reserve(refunding amount: Int64, of id: Hold.ID) throws {
        let hold = try hold(id)
        guard amount <= hold.refundable else { throw BalanceRefusal.exceedsHold }
        guard hold.refunding + amount >= 0 else { throw Fault.notReserved }
        try change(id) { $0.refunding += amount }
    }
}
