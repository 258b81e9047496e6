import Balances
import Carts
import Checkouts
import Merchants
import Postgres
import Vocabulary

/// The amount and the sources of a capture.
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
    /// Refuses an impossible capture, and divides a possible one. If balances must hold more for
    /// it, this raises their holds.
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
        // A free item is captured like any other, because it is shipped.
        // A final capture of a payment without any captured money is a void.
        let isFree = items != nil && !(isFinal && payment.sheet.captured == 0)
        guard amount > 0 || (amount == 0 && (isFree || (wanted.isRest && owed == 0))) else {
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
        // The last capture releases the rest, and an increment belongs to one capture only: neither
        // runs beside others.
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

    /// True if all money is captured, and only free items follow.
    func isFree(
        _ wanted: Wanted, _ captures: [Capture], _ payment: HeldPayment,
        in transaction: Transaction
    ) throws -> Bool {
        guard payment.sheet.state == .captured, let items = wanted.items,
            captures.allSatisfy({ $0.state == .failed || $0.items != nil })
        else { return false }
        let shares = try payment.shares(
            settled: captures.filter { $0.state != .failed }.compactMap(\.items), in: transaction)
        return try shares.demand(items, isLast: false).amount == 0
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

    /// The final total of a payment by balances alone exceeds their holds: raises the holds, or
    /// refuses the capture (docs/rules/money.md#13).
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
    /// True if it asks for all that is left.
    var isRest: Bool { amount == nil && items == nil }
}

extension HeldPayment {
    /// The amount that the buyer pays for each item, as authorized.
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
    /// The share of some items; throws the API's refusal if they are unknown or too many.
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
    /// The amounts that lines credit, by balance.
    func parts(_ credits: [Int: Int64]) -> [BalancePart] {
        let balances = basket.credited
        return .init(
            summing: credits.keys.sorted().compactMap { index in
                balances[index].map { ($0, credits[index] ?? 0) }
            })
    }
}
