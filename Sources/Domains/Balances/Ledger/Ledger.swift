import Outbox
import Vocabulary

/// Double-entry bookkeeping on locked balances and holds. It is pure; `store` writes the changes.
///
/// Every operation that moves a balance's money uses it: lock the rows, create a ledger of them,
/// move the money, store the ledger. Lock order: the holds, then the balances by identifier.
package struct Ledger: Sendable {
    package let merchant: MerchantNumber
    package let now: Instant
    package internal(set) var balances: [Balance.ID: Balance] = [:]
    package internal(set) var holds: [Hold.ID: Hold] = [:]
    /// In the order in which they were made.
    package private(set) var transfers: [Transfer] = []
    /// The events to emit, each with the balance's state at that time.
    private(set) var events: [BalanceEvent] = []
    var newHolds: Set<Hold.ID> = []
    var changedHolds: Set<Hold.ID> = []
    private(set) var changedBalances: Set<Balance.ID> = []

    package init(
        of merchant: MerchantNumber, _ balances: [Balance], holds: [Hold] = [], at now: Instant
    ) {
        self.merchant = merchant
        self.now = now
        for balance in balances { self.balances[balance.id] = balance }
        for hold in holds { self.holds[hold.id] = hold }
    }

    /// Adds balances that were locked later; the changes made so far remain to be stored.
    package mutating func addLocked(_ more: [Balance]) {
        for balance in more where balances[balance.id] == nil { balances[balance.id] = balance }
    }

    /// A bug in the calling operation, not a caller's error: the transaction rolls back.
    package enum Fault: Error, Equatable, Sendable {
        case notLocked
        /// A transfer of zero or less, or from an account to itself.
        case invalidTransfer
        /// More was taken from a reservation than it has, or a hold ended while a reservation was
        /// open.
        case notReserved
    }

    /// Moves money from one account to another.
    ///
    /// The caller first checks whether a balance may be spent or credited (`Balance.refusal`),
    /// because a payment that was made must be booked even if the balance is frozen. This method
    /// only refuses if the source lacks the money, if a balance has another currency, or if the
    /// target would exceed the largest amount.
    package mutating func move(
        _ amount: Money, from: Account, to: Account, for cause: Transfer.Cause
    ) throws {
        if let id = from.balance, let deficit = try balance(id).deficit(of: amount) {
            throw deficit
        }
        let transfer = try book(amount, from: from, to: to, for: cause)
        if let id = from.balance { try emit(.balanceDebited, id, nil, transfer) }
        if let id = to.balance { try emit(.balanceCredited, id, nil, transfer) }
    }

    /// Books a transfer whose source is known to have the money; the caller emits the event.
    mutating func book(
        _ amount: Money, from: Account, to: Account, for cause: Transfer.Cause
    ) throws -> Transfer {
        guard amount.minorUnits > 0, from != to else { throw Fault.invalidTransfer }
        if let id = to.balance {
            let target = try balance(id)
            if target.currency != amount.currency {
                throw BalanceRefusal.otherCurrency(given: amount.currency, held: target.currency)
            }
            guard target.amount.adding(amount) != nil else { throw BalanceRefusal.outOfRange }
        }
        let source = try from.balance.map {
            try change($0) { $0.amount.minorUnits -= amount.minorUnits }
        }
        let target = try to.balance.map {
            try change($0) { $0.amount.minorUnits += amount.minorUnits }
        }
        let transfer = Transfer(
            id: Transfer.ID(merchant: merchant, uuid: cause.id), kind: cause.kind,
            part: cause.firstPart
                + transfers.count { $0.id.uuid == cause.id && $0.kind == cause.kind },
            from: from, to: to, amount: amount, fromAfter: source?.amount.minorUnits,
            toAfter: target?.amount.minorUnits, fromNumber: source.map { $0.events + 1 },
            toNumber: target.map { $0.events + 1 }, checkout: cause.checkout,
            reference: cause.reference, at: now)
        transfers.append(transfer)
        return transfer
    }

    package func balance(_ id: Balance.ID) throws -> Balance {
        guard let balance = balances[id] else { throw Fault.notLocked }
        return balance
    }

    @discardableResult
    mutating func change(_ id: Balance.ID, _ change: (inout Balance) -> Void) throws -> Balance {
        var balance = try balance(id)
        change(&balance)
        balance.changedAt = now
        balances[id] = balance
        changedBalances.insert(id)
        return balance
    }

    /// Numbers an event of a balance and records the balance's state at that time.
    mutating func emit(
        _ kind: Event.Kind, _ id: Balance.ID, _ hold: Hold?, _ transfer: Transfer?
    ) throws {
        let balance = try change(id) { $0.events += 1 }
        events.append(BalanceEvent(kind: kind, balance: balance, hold: hold, transfer: transfer))
    }
}
