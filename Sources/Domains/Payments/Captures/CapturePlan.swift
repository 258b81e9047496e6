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
        _ requested: RequestedAmount, _ captures: [Capture], _ payment: inout LockedPayment,
        in transaction: Transaction
    ) throws -> CapturePlan {
        let owed = payment.owed
        let remaining =
            owed - payment.session.captured - payment.session.capturing
            - captures.filter(\.isUnderWay).reduce(0) { $0 + $1.increment }
        let (amount, items, named) = try amount(
            of: requested, remaining: remaining, captures, payment, in: transaction)
        let others = captures.filter(\.isUnderWay)
        if remaining <= 0, let other = others.first {
            throw PaymentRefusal.captureInFlight(
                secondsLeft: OperationLease.secondsLeft(until: other.leasedUntil, at: context.now))
        }
        // A free item is captured like any other, because it is shipped.
        // A final capture of a payment without any captured money is a void.
        let isFree = items != nil && !(isFinal && payment.session.captured == 0)
        guard amount > 0 || (amount == 0 && (isFree || (requested.isRest && owed == 0))) else {
            throw PaymentRefusal.nothingToCapture
        }
        guard amount <= remaining else {
            throw PaymentRefusal.exceedsAuthorization(remaining: payment.money(max(0, remaining)))
        }
        let isLast = isFinal || (amount == remaining && others.isEmpty)
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
                secondsLeft: OperationLease.secondsLeft(until: other.leasedUntil, at: context.now))
        }
        if more > 0 {
            let most =
                payment.session.request.maximumAmount?.minorUnits ?? payment.session.authorized
            guard more <= most - payment.session.authorized else {
                throw PaymentRefusal.exceedsAuthorization(
                    remaining: payment.money(
                        max(0, most - payment.session.captured - payment.session.capturing)))
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
        _ requested: RequestedAmount, _ captures: [Capture], _ payment: LockedPayment,
        in transaction: Transaction
    ) throws -> Bool {
        guard payment.session.state == .captured, let items = requested.items,
            captures.allSatisfy({ $0.state == .failed || $0.items != nil })
        else { return false }
        let shares = try payment.shares(
            processed: captures.filter { $0.state != .failed }.compactMap(\.items), in: transaction)
        return try shares.requireShare(items, isLast: false).amount == 0
    }

    private func amount(
        of requested: RequestedAmount, remaining: Int64, _ captures: [Capture],
        _ payment: LockedPayment,
        in transaction: Transaction
    ) throws -> (Int64, [ItemQuantity]?, [BalancePart]) {
        guard let items = requested.items else {
            return (requested.amount?.minorUnits ?? remaining, nil, [])
        }
        let shares = try payment.shares(
            processed: captures.filter { $0.state != .failed }.compactMap(\.items), in: transaction)
        let share = try shares.requireShare(items, isLast: isFinal)
        return (share.amount, share.items, payment.session.request.parts(share.credits))
    }

    /// The final total of a payment by balances alone exceeds their holds: raises the holds, or
    /// refuses the capture (docs/rules/money.md#13).
    private func raise(
        _ payment: inout LockedPayment, by more: Int64, in transaction: Transaction
    ) throws {
        try payment.lockBalances(in: transaction)
        var remaining = more
        for hold in payment.holds where remaining > 0 && hold.state == .active {
            let balance = try payment.ledger.balance(hold.balance)
            let part = min(remaining, balance.available.minorUnits)
            guard part > 0 else { continue }
            try payment.ledger.resize(hold.id, to: hold.amount.minorUnits + part)
            remaining -= part
        }
        guard remaining == 0 else {
            let shortfall = payment.money(remaining)
            throw BalanceRefusal.insufficient(
                available: payment.money(more - remaining), shortfall: shortfall)
        }
        payment.session.authorized += more
        payment.pay(payment.owed)
        try payment.flush()
    }
}

extension RequestedAmount {
    /// True if it asks for all that is left.
    var isRest: Bool { amount == nil && items == nil }
}

extension LockedPayment {
    /// The amount that the buyer pays for each item, as authorized.
    func shares(processed: [[ItemQuantity]], in transaction: Transaction) throws -> ItemShares {
        let price = try price(in: transaction)
        let quantities: [Int64] =
            switch session.request.cartContent {
            case .items(let items): items.map(\.quantity)
            case .lines(let lines): lines.map { _ in 1 }
            }
        let credited = session.request.cartContent.credited
        return ItemShares(
            price.parts.indices.map { index in
                let part = price.parts[index]
                return ItemShares.Item(
                    quantity: quantities[index], paid: part.paid,
                    credited: credited[index] == nil ? 0 : part.credited)
            }, delivery: price.deliveryPart.paid, processed: processed)
    }
}

extension ItemShares {
    /// The share of some items; throws the API's refusal if they are unknown or too many.
    func requireShare(_ requested: [(index: Int, quantity: Int64?)], isLast: Bool) throws -> Share {
        do throws(Refusal) {
            return try share(of: requested, isLast: isLast)
        } catch {
            switch error {
            case .unknown(let index): throw PaymentRefusal.unknownItem(index: index)
            case .tooMany(let index, let remaining):
                throw PaymentRefusal.itemsNotLeft(index: index, remaining: remaining)
            }
        }
    }
}

extension CheckoutRequest {
    /// The amounts that lines credit, by balance.
    func parts(_ credits: [Int: Int64]) -> [BalancePart] {
        let balances = cartContent.credited
        return .init(
            summing: credits.keys.sorted().compactMap { index in
                balances[index].map { ($0, credits[index] ?? 0) }
            })
    }
}
