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
    /// Refuses an impossible refund, and divides a possible one; locks the balances that it moves.
    func plan(
        _ wanted: Wanted, _ refunds: [Refund], _ captures: [Capture], _ payment: inout HeldPayment,
        in transaction: Transaction
    ) throws -> RefundPlan {
        let sheet = payment.sheet
        let left = sheet.captured - sheet.refunded - sheet.refunding - sheet.disputed
        let (amount, items, named) = try amount(
            of: wanted, left: left, refunds, captures, payment, in: transaction)
        // A free item is returned like any other, even after all money was refunded.
        if amount == 0, items != nil { return RefundPlan(amount: 0, items: items) }
        guard left > 0, amount > 0 else { throw PaymentRefusal.nothingToRefund }
        guard amount <= left else {
            throw PaymentRefusal.exceedsCaptured(left: payment.money(left))
        }
        var plan = RefundPlan(amount: amount, items: items)
        plan.debits = TopUp.credits(
            owed: .init(
                summing: captures.filter { $0.state == .succeeded }.flatMap(\.credits)
                    .map { ($0.balance, $0.amount) }),
            before: refunds.filter { $0.state != .failed }.flatMap(\.debits), left: left - amount,
            named: named)
        guard
            let parts = TenderSplit.refund(
                amount, card: payment.attempt?.refundable ?? 0,
                of: payment.holds.map(\.refundable))
        else { throw PaymentRefusal.exceedsCaptured(left: payment.money(left)) }
        plan.card = parts.card
        plan.holds = zip(payment.holds, parts.holds).filter { $1 > 0 }
            .map { HoldPart(hold: $0.id, amount: $1) }
        switch target {
        case .original:
            try payment.lockBalances(plan.debits.map(\.balance), in: transaction)
            try divert(&plan, &payment, in: transaction)
        case .balance(let balance):
            // Another merchant's balance is reported like an unknown one.
            guard balance.map({ $0.merchant == payment.sheet.id.merchant }) ?? true else {
                throw BalanceRefusal.notFound
            }
            let balance = try balance ?? openCredit(payment, in: transaction)
            plan.credit = BalancePart(balance: balance, amount: amount)
            try payment.lockBalances(
                plan.debits.map(\.balance) + [balance], in: transaction)
            guard let found = payment.ledger.balances[balance] else {
                throw BalanceRefusal.notFound
            }
            if let refusal = found.judge(crediting: payment.money(amount), at: question.now) {
                throw refusal
            }
        }
        return plan
    }

    private func amount(
        of wanted: Wanted, left: Int64, _ refunds: [Refund], _ captures: [Capture],
        _ payment: HeldPayment, in transaction: Transaction
    ) throws -> (Int64, [ItemQuantity]?, [BalancePart]) {
        guard let items = wanted.items else {
            return (wanted.amount?.minorUnits ?? left, nil, [])
        }
        let shares = try payment.shares(
            settled: refunds.filter { $0.state != .failed }.compactMap(\.items), in: transaction)
        let share = try shares.demand(items, isLast: false)
        try demandCaptured(share, of: shares, captures, payment.sheet)
        return (share.amount, share.items, payment.sheet.request.parts(share.credits))
    }

    /// Refuses items that were not captured.
    ///
    /// Money that was captured by amount belongs to no item, so it may return any of them, up to
    /// that amount. It does not return the money of another item. A free item counts as captured
    /// once every other item is, unless a void or an expiry has closed the payment before.
    private func demandCaptured(
        _ share: ItemShares.Share, of shares: ItemShares, _ captures: [Capture], _ sheet: Sheet
    ) throws {
        let taken = captures.filter { $0.state == .succeeded && !$0.isClosing }
        let captured = ItemShares(
            shares.items, delivery: 0, settled: taken.compactMap(\.items)
        ).settled
        let returned = shares.settled.indices.map { index in
            shares.settled[index] + (share.items.first { $0.index == index }?.quantity ?? 0)
        }
        let byAmount = taken.filter { $0.items == nil }
        if !byAmount.isEmpty {
            let most = byAmount.reduce(0) { $0 + $1.amount.minorUnits }
            guard shares.cost(of: returned, beyond: captured) > most else { return }
        }
        let isWhole = shares.items.indices.allSatisfy {
            shares.items[$0].paid == 0 || captured[$0] == shares.items[$0].quantity
        }
        // The first capture has no amount either if the whole cart is free.
        let isClosed = captures.contains {
            $0.isClosing && $0.state == .succeeded && $0.number > 1
        }
        let isCaptured = sheet.state == .captured || sheet.state == .refunded
        let freeCounts = isWhole && isCaptured && !isClosed
        for item in share.items where !freeCounts || shares.items[item.index].paid != 0 {
            guard returned[item.index] <= captured[item.index] else {
                let left = captured[item.index] - shares.settled[item.index]
                throw PaymentRefusal.itemsNotLeft(index: item.index, left: max(0, left))
            }
        }
    }

    /// The parts of expired or frozen balances become a store credit.
    private func divert(
        _ plan: inout RefundPlan, _ payment: inout HeldPayment, in transaction: Transaction
    ) throws {
        let dead = try plan.holds.filter { part in
            let balance = try payment.ledger.balance(payment.ledger.hold(part.hold).balance)
            return balance.isExpired(at: question.now) || balance.frozen != nil
        }
        guard !dead.isEmpty else { return }
        plan.holds = plan.holds.filter { !dead.contains($0) } + dead
        let credit = try openCredit(payment, in: transaction)
        plan.credit = BalancePart(balance: credit, amount: dead.reduce(0) { $0 + $1.amount })
        try payment.lockBalances([credit], in: transaction)
    }

    private func openCredit(_ payment: HeldPayment, in transaction: Transaction) throws
        -> Balance.ID
    {
        let now = question.now
        let balance = Balance(
            id: Balance.ID(merchant: payment.sheet.id.merchant, uuid: identify(now)),
            kind: .storeCredit, currency: payment.sheet.total.currency,
            customer: payment.sheet.customer?.uuid, reference: payment.sheet.request.reference,
            createdAt: now)
        return try OpenBalance(
            balance: balance, code: nil, amount: nil, keys: question.keys, transfer: identify(now)
        ) { [identify] in identify(now) }(in: transaction).id
    }
}
