import Balances
import Carts
import Checkouts
import Merchants
import Postgres
import Vocabulary

/// The amount and the recipients of a refund.
struct RefundPlan {
    var amount: Int64
    var items: [ItemQuantity]?
    var card: Int64 = 0
    var holds: [HoldPart] = []
    var credit: BalancePart?
    var debits: [BalancePart] = []
}

extension BeginRefund {
    /// Refuses an impossible refund, and divides a possible one among card and balances. Locks the
    /// balances that the refund credits or debits, and opens a store credit if one is needed.
    func plan(
        _ requested: RequestedAmount, _ refunds: [Refund], _ captures: [Capture],
        _ payment: inout LockedPayment,
        in transaction: Transaction
    ) throws -> RefundPlan {
        let session = payment.session
        let remaining = session.captured - session.refunded - session.refunding - session.disputed
        let (amount, items, creditsOfItems) = try amount(
            of: requested, remaining: remaining, refunds, captures, payment, in: transaction)
        // A free item is returned like any other, even after all money was refunded.
        if amount == 0, items != nil { return RefundPlan(amount: 0, items: items) }
        guard remaining > 0, amount > 0 else { throw PaymentRefusal.nothingToRefund }
        guard amount <= remaining else {
            throw PaymentRefusal.exceedsCaptured(remaining: payment.money(remaining))
        }
        var plan = RefundPlan(amount: amount, items: items)
        plan.debits = TopUp.credits(
            owed: .init(
                summing: captures.filter { $0.state == .succeeded }.flatMap(\.credits)
                    .map { ($0.balance, $0.amount) }),
            before: refunds.filter { $0.state != .failed }.flatMap(\.debits),
            remaining: remaining - amount,
            named: creditsOfItems)
        guard
            let parts = TenderSplit.refund(
                amount, card: payment.attempt?.refundable ?? 0,
                of: payment.holds.map(\.refundable))
        else { throw PaymentRefusal.exceedsCaptured(remaining: payment.money(remaining)) }
        plan.card = parts.card
        plan.holds = zip(payment.holds, parts.holds).filter { $1 > 0 }
            .map { HoldPart(hold: $0.id, amount: $1) }
        switch target {
        case .original:
            try payment.lockBalances(plan.debits.map(\.balance), in: transaction)
            try convertToStoreCredit(&plan, &payment, in: transaction)
        case .balance(let balance):
            // Another merchant's balance is reported like an unknown one.
            guard balance.map({ $0.merchant == payment.session.id.merchant }) ?? true else {
                throw BalanceRefusal.notFound
            }
            let balance = try balance ?? openCredit(payment, in: transaction)
            plan.credit = BalancePart(balance: balance, amount: amount)
            try payment.lockBalances(
                plan.debits.map(\.balance) + [balance], in: transaction)
            guard let found = payment.ledger.balances[balance] else {
                throw BalanceRefusal.notFound
            }
            if let refusal = found.refusal(crediting: payment.money(amount), at: context.now) {
                throw refusal
            }
        }
        return plan
    }

    private func amount(
        of requested: RequestedAmount, remaining: Int64, _ refunds: [Refund], _ captures: [Capture],
        _ payment: LockedPayment, in transaction: Transaction
    ) throws -> (Int64, [ItemQuantity]?, [BalancePart]) {
        guard let items = requested.items else {
            return (requested.amount?.minorUnits ?? remaining, nil, [])
        }
        let shares = try payment.shares(
            processed: refunds.filter { $0.state != .failed }.compactMap(\.items), in: transaction)
        let share = try shares.requireShare(items, isLast: false)
        try requireCaptured(share, of: shares, captures, payment.session)
        return (share.amount, share.items, payment.session.request.parts(share.credits))
    }

    /// Refuses items that were not captured.
    ///
    /// A capture by amount names no items. Its money may pay for the refund of any item, up to the
    /// captured amount; the money of a capture by item pays only for its own items. A free item
    /// counts as captured when all other items are, unless a void or an expiry closed the payment
    /// before that.
    private func requireCaptured(
        _ share: ItemShares.Share, of shares: ItemShares, _ captures: [Capture],
        _ session: CheckoutSession
    ) throws {
        let taken = captures.filter { $0.state == .succeeded && !$0.isReleaseOnly }
        let captured = ItemShares(
            shares.items, delivery: 0, processed: taken.compactMap(\.items)
        ).processed
        let returned = shares.processed.indices.map { index in
            shares.processed[index] + (share.items.first { $0.index == index }?.quantity ?? 0)
        }
        let byAmount = taken.filter { $0.items == nil }
        if !byAmount.isEmpty {
            let most = byAmount.reduce(0) { $0 + $1.amount.minorUnits }
            if shares.cost(of: returned, beyond: captured) <= most { return }
        }
        let isWhole = shares.items.indices.allSatisfy {
            shares.items[$0].paid == 0 || captured[$0] == shares.items[$0].quantity
        }
        let isClosed = captures.contains {
            $0.state == .succeeded && $0.voidsRemainder(of: session)
        }
        let isCaptured = session.state == .captured || session.state == .refunded
        let freeCounts = isWhole && isCaptured && !isClosed
        for item in share.items where !freeCounts || shares.items[item.index].paid != 0 {
            guard returned[item.index] <= captured[item.index] else {
                let remaining = captured[item.index] - shares.processed[item.index]
                throw PaymentRefusal.itemsNotLeft(index: item.index, remaining: max(0, remaining))
            }
        }
    }

    /// The parts of expired or frozen balances become a store credit.
    private func convertToStoreCredit(
        _ plan: inout RefundPlan, _ payment: inout LockedPayment, in transaction: Transaction
    ) throws {
        let unusable = try plan.holds.filter { part in
            let balance = try payment.ledger.balance(payment.ledger.hold(part.hold).balance)
            return balance.isExpired(at: context.now) || balance.frozen != nil
        }
        guard !unusable.isEmpty else { return }
        plan.holds = plan.holds.filter { !unusable.contains($0) } + unusable
        let credit = try openCredit(payment, in: transaction)
        plan.credit = BalancePart(balance: credit, amount: unusable.reduce(0) { $0 + $1.amount })
        try payment.lockBalances([credit], in: transaction)
    }

    private func openCredit(_ payment: LockedPayment, in transaction: Transaction) throws
        -> Balance.ID
    {
        let now = context.now
        let balance = Balance(
            id: Balance.ID(merchant: payment.session.id.merchant, uuid: context.identifier()),
            kind: .storeCredit, currency: payment.session.total.currency,
            customer: payment.session.customer?.uuid, reference: payment.session.request.reference,
            createdAt: now)
        return try CreateBalance(
            balance: balance, code: nil, amount: nil, keys: context.keys,
            transfer: context.identifier(), moment: context.moment)(in: transaction).id
    }
}
