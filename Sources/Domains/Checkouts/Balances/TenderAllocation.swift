import Balances
import Carts
import Merchants
import Postgres
import Vocabulary

/// The balances that pay for a checkout, locked together with its holds on them.
///
/// Lock order: the checkout, then the holds, then the balances by identifier.
struct TenderAllocation {
    private(set) var ledger: Ledger

    /// - Parameter ledger: the locked holds and balances.
    init(_ ledger: Ledger) { self.ledger = ledger }

    /// - Parameter others: balances to lock that do not pay yet.
    init(
        _ session: CheckoutSession, and others: [Balance.ID] = [], at now: Instant,
        in transaction: Transaction
    ) throws {
        let holds =
            session.tenders.isEmpty
            ? []
            : try Hold.lock(of: session.id.uuid, merchant: session.id.merchant, in: transaction)
        let balances = try Balance.lock(
            session.tenders.map(\.balance) + others, in: transaction)
        ledger = Ledger(of: session.id.merchant, balances, holds: holds, at: now)
    }

    /// The most that a balance can pay for this checkout: its hold for the checkout, and its
    /// available amount if it may be spent. A hold remains valid when its balance is frozen, but
    /// cannot grow.
    func most(of tender: Tender) -> Int64 {
        guard let balance = ledger.balances[tender.balance] else { return 0 }
        let hold = ledger.holds[tender.hold]
        let nothing = Money.zero(balance.currency)
        guard balance.refusal(spending: nothing, at: ledger.now) == nil else {
            return hold.map { $0.isActive(at: ledger.now) ? $0.reservedAmount : 0 } ?? 0
        }
        return balance.available.minorUnits + (hold?.reservedAmount ?? 0)
    }

    func balance(_ id: Balance.ID) -> Balance? { ledger.balances[id] }

    /// The amount held for this checkout, even if the hold has expired.
    func held(by tender: Tender) -> Int64 { ledger.holds[tender.hold]?.reservedAmount ?? 0 }

    func has(_ hold: Hold.ID) -> Bool { ledger.holds[hold] != nil }

    /// Holds the amounts that these balances pay, and releases the holds of balances that no longer
    /// pay.
    mutating func hold(
        _ tenders: [Tender], insteadOf before: [Tender], for session: CheckoutSession
    ) throws {
        for gone in before where !tenders.contains(where: { $0.hold == gone.hold }) {
            try ledger.releaseOrExpire(gone.hold)
        }
        var position = ledger.holds.values.compactMap(\.owner?.position).max() ?? 0
        for tender in tenders {
            if ledger.holds[tender.hold] != nil {
                try ledger.hold(
                    tender.hold, of: tender.amount, until: tender.heldUntil)
            } else {
                position += 1
                try ledger.add(
                    Hold(
                        id: tender.hold, balance: tender.balance,
                        amount: Money(minorUnits: tender.amount, currency: session.total.currency),
                        owner: Hold.Owner(checkout: session.id.uuid, position: position),
                        expiresAt: tender.heldUntil, createdAt: ledger.now))
            }
        }
    }
}
