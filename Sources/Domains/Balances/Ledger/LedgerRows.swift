import Outbox
import Vocabulary

/// The rows that the changes of a ledger write: each balance and each hold once, in its last state.
package struct LedgerRows: Sendable {
    package private(set) var balances: [Balance.ID: Balance] = [:]
    package private(set) var newHolds: [Hold.ID: Hold] = [:]
    package private(set) var changedHolds: [Hold.ID: Hold] = [:]
    package private(set) var transfers: [Transfer] = []
    package private(set) var events: [Event] = []

    package init() {}

    /// Adds the changes of a ledger that continues with the state of these rows.
    ///
    /// - Parameter identify: makes the identifiers of the events.
    package mutating func add(_ ledger: Ledger, identify: () -> UUID128) throws {
        for id in ledger.changedBalances { balances[id] = try ledger.balance(id) }
        for id in ledger.newHolds { newHolds[id] = try ledger.hold(id) }
        for id in ledger.changedHolds.subtracting(ledger.newHolds) {
            let hold = try ledger.hold(id)
            if newHolds[id] == nil { changedHolds[id] = hold } else { newHolds[id] = hold }
        }
        transfers += ledger.transfers
        events += ledger.events.map { $0.event(identify(), at: ledger.now) }
    }
}
