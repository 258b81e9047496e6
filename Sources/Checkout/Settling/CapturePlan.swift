import Balances
import Merchants
import Postgres
import Vocabulary

/// What a capture is to take, and of whom.
struct CapturePlan {
    var amount: Int64
    var items: [ItemQuantity]?
    var isLast: Bool
    var card: Int64 = 0
    var increment: Int64 = 0
    var holds: [HoldPart] = []
    var credits: [BalancePart] = []
}

extension BeginCapture {
    /// Refuses what cannot be captured, and divides the rest. Balances that must hold more for it do
    /// so here.
    func plan(
        _ wanted: Wanted, _ captures: [Capture], _ payment: inout HeldPayment,
        in transaction: Transaction
    ) throws -> CapturePlan {
        let owed = payment.owed
        let left =
            owed - payment.sheet.captured - payment.sheet.capturing
            - captures.filter(\.isUnderWay).reduce(0) { $0 + $1.increment }
        let (amount, items, named) = try amount(
            of: wanted, left: left, captures, payment, in: transaction)
        let others = captures.filter(\.isUnderWay)
        if left <= 0, let other = others.first {
            throw PaymentRefusal.captureInFlight(
                secondsLeft: SettlingLease.secondsLeft(until: other.leasedUntil, at: question.now))
        }
        guard amount > 0 || (amount == 0 && wanted.isRest && owed == 0) else {
            throw PaymentRefusal.nothingToCapture
        }
        guard amount <= left else {
            throw PaymentRefusal.exceedsAuthorization(left: payment.money(max(0, left)))
        }
        let isLast = isFinal || (amount == left && others.isEmpty)
        var plan = CapturePlan(amount: amount, items: items, isLast: isLast)
        let parts = TenderSplit.capture(amount, of: payment.holds.map(\.capturable))
        plan.card = parts.card
        let free = payment.attempt?.capturable ?? 0
        let more = max(0, parts.card - free)
        // The last one lets the rest go, and a raised hold is nobody else's: neither has company.
        let isAlone = isLast || more > 0 || others.contains { $0.isLast || $0.increment > 0 }
        if isAlone, let other = others.first {
            throw PaymentRefusal.captureInFlight(
                secondsLeft: SettlingLease.secondsLeft(until: other.leasedUntil, at: question.now))
        }
        if more > 0 {
            let most = payment.sheet.request.maximumAmount?.minorUnits ?? payment.sheet.authorized
            guard more <= most - payment.sheet.authorized else {
                throw PaymentRefusal.exceedsAuthorization(
                    left: payment.money(
                        max(0, most - payment.sheet.captured - payment.sheet.capturing)))
            }
            if payment.attempt != nil {
                plan.increment = more
            } else {
                plan.card = 0
                try raise(&payment, by: more, in: transaction)
            }
        }
        let amounts = TenderSplit.capture(amount, of: payment.holds.map(\.capturable)).holds
        plan.holds = zip(payment.holds, amounts).filter { $1 > 0 }
            .map { HoldPart(hold: $0.id, amount: $1) }
        plan.credits = try payment.credits(
            for: amount, before: captures, named: named, in: transaction)
        return plan
    }

    private func amount(
        of wanted: Wanted, left: Int64, _ captures: [Capture], _ payment: HeldPayment,
        in transaction: Transaction
    ) throws -> (Int64, [ItemQuantity]?, [BalancePart]) {
        guard let items = wanted.items else {
            return (wanted.amount?.minorUnits ?? left, nil, [])
        }
        let shares = try payment.shares(
            settled: captures.filter { $0.state != .failed }.compactMap(\.items), in: transaction)
        let share = try shares.demand(items, isLast: isFinal)
        return (share.amount, share.items, payment.sheet.request.parts(share.credits))
    }

    /// A total that balances alone pay came to more than they hold: they hold the rest, or the capture
    /// is refused (money.md 13).
    private func raise(
        _ payment: inout HeldPayment, by more: Int64, in transaction: Transaction
    ) throws {
        try payment.lockBalances(in: transaction)
        var left = more
        for hold in payment.holds where left > 0 && hold.state == .active {
            let balance = try payment.ledger.balance(hold.balance)
            let part = min(left, balance.available.minorUnits)
            guard part > 0 else { continue }
            try payment.ledger.resize(hold.id, to: hold.amount.minorUnits + part)
            left -= part
        }
        guard left == 0 else {
            let shortfall = payment.money(left)
            throw BalanceRefusal.insufficient(
                available: payment.money(more - left), shortfall: shortfall)
        }
        payment.sheet.authorized += more
        payment.pay(payment.owed)
        try payment.flush(identify: identify, in: transaction)
    }
}

extension Wanted {
    /// Whether it is all that is left.
    var isRest: Bool { amount == nil && items == nil }
}

extension HeldPayment {
    /// What the buyer pays for each item, as it was authorised.
    func shares(settled: [[ItemQuantity]], in transaction: Transaction) throws -> ItemShares {
        let price = try price(in: transaction)
        let quantities: [Int64] =
            switch sheet.request.basket {
            case .items(let items): items.map(\.quantity)
            case .lines(let lines): lines.map { _ in 1 }
            }
        let credited = sheet.request.basket.credited
        return ItemShares(
            price.parts.indices.map { index in
                let part = price.parts[index]
                return ItemShares.Item(
                    quantity: quantities[index], paid: part.paid,
                    credited: credited[index] == nil ? 0 : part.credited)
            }, delivery: price.deliveryPart.paid, settled: settled)
    }
}

extension ItemShares {
    /// The share of some items, or the refusal that the API knows.
    func demand(_ wanted: [(index: Int, quantity: Int64?)], isLast: Bool) throws -> Share {
        do throws(Refusal) {
            return try share(of: wanted, isLast: isLast)
        } catch {
            switch error {
            case .unknown(let index): throw PaymentRefusal.unknownItem(index: index)
            case .tooMany(let index, let left):
                throw PaymentRefusal.itemsNotLeft(index: index, left: left)
            }
        }
    }
}

extension CheckoutRequest {
    /// What lines credit, by balance.
    func parts(_ credits: [Int: Int64]) -> [BalancePart] {
        let balances = basket.credited
        return .init(
            summing: credits.keys.sorted().compactMap { index in
                balances[index].map { ($0, credits[index] ?? 0) }
            })
    }
}
