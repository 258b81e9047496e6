import Balances
import Checkouts
import Idempotency
import Merchants
import Postgres
import Vocabulary

/// A payment by balances that shares its transaction with others (docs/decisions/0010).
///
/// Lock order: the checkouts, their holds, then the balances by identifier.
struct BalancePayment: BatchTransaction {
    let pay: PayByBalance
    let claim: Claim?
    let keep: @Sendable (AuthorizationAnswer) -> StoredAnswer

    var groupCommit: GroupCommit { .locking(pay.context.checkout.uuid.low) }

    static func reads(for payments: [BalancePayment]) -> [Query] {
        let ids = payments.map(\.pay.context.checkout)
        return [
            CheckoutSession.lock(ids), Hold.lock(of: ids), Balance.lock(of: ids),
            Claim.findUsed(
                payments.enumerated().compactMap { caller, payment in
                    payment.claim.map { (caller, $0) }
                }),
        ]
    }

    /// - Returns: nil for a payment that must be made, or refused, by the verb under the checkout's
    ///   lock: its key was used before, it has a coupon or an attempt by card, it tops up a
    ///   balance, or another payment of the batch has the same checkout.
    static func decide(
        _ payments: [BalancePayment], _ rows: [[Row]]
    ) -> BatchDecision<AuthorizationAnswer?> {
        do {
            var locked = try LockedRows(rows)
            var writes: [PaymentWrite] = []
            let answers = payments.indices.map { caller in
                Result {
                    guard let (write, answer) = try payments[caller].outcome(caller, &locked)
                    else { return nil as AuthorizationAnswer? }
                    if let write { writes.append(write) }
                    return answer
                }
            }
            return BatchDecision(
                answers, writes: writes.isEmpty ? [] : [PaymentWrite.statement(for: writes)])
        } catch {
            // A row of one payment cannot be read: each runs alone.
            return BatchDecision(payments.map { _ in .success(nil) }, writes: [])
        }
    }

    private func outcome(
        _ caller: Int, _ locked: inout LockedRows
    ) throws -> (write: PaymentWrite?, answer: AuthorizationAnswer)? {
        guard let row = locked.takeCheckout(of: caller) else { return nil }
        let id = pay.context.checkout
        do {
            var loaded = try LoadedCheckout(
                pay.context, locked: row, holds: locked.holds[id.uuid] ?? [], locked.balances)
            var (write, answer) = try pay.outcome(&loaded)
            write?.claim = claim.map { NewClaim($0, answer: keep(answer)) }
            if write == nil, claim != nil { return nil }
            // The next payment of the batch by the same balance continues with its state.
            locked.balances.merge(write?.ledger.balances ?? [:]) { $1 }
            return (write, answer)
        } catch is LoadedCheckout.NeedsLock {
            return nil
        } catch is CheckoutRefusal {
            return nil
        }
    }

    /// The rows of a batch.
    private struct LockedRows {
        private var checkouts: [Int64: Row] = [:]
        let holds: [UUID128: [Hold]]
        var balances: [Balance.ID: Balance]

        init(_ rows: [[Row]]) throws {
            let used = Set(try rows[3].map { try $0.get("caller", as: Int64.self) })
            var seen: Set<UUID128> = []
            for row in rows[0] {
                let caller: Int64 = try row.get("caller")
                guard seen.insert(try row.get("checkout_id")).inserted, !used.contains(caller)
                else { continue }
                checkouts[caller] = row
            }
            holds = Dictionary(
                grouping: try rows[1].map(Hold.init(row:)), by: { $0.owner?.checkout ?? .zero })
            balances = Dictionary(
                try rows[2].map(Balance.init(row:)).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        }

        mutating func takeCheckout(of caller: Int) -> Row? {
            checkouts.removeValue(forKey: Int64(caller))
        }
    }
}
