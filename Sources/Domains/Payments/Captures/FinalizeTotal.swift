import Balances
import Carts
import Checkouts
import Merchants
import Postgres
import Processors
import Vocabulary

/// Makes the pending prices of an authorized payment final: with the coupon and the settings of the
/// authorization (docs/rules/money.md#5), and at most the authorized or agreed amount
/// (docs/rules/money.md#7).
package struct FinalizeTotal: Verb {
    package let context: CheckoutContext
    /// Turns the present request into the new one.
    package let change: @Sendable (CheckoutRequest) throws -> CheckoutRequest
    /// Captures the final total if the capture method is automatic.
    package let capture: BeginCapture

    package init(
        context: CheckoutContext,
        change: @escaping @Sendable (CheckoutRequest) throws -> CheckoutRequest,
        capture: BeginCapture
    ) {
        self.context = context
        self.change = change
        self.capture = capture
    }

    /// - Returns: the automatic capture; nil if the merchant captures.
    package func callAsFunction(in transaction: Transaction) throws -> OperationResult<Capture>? {
        var payment = try LockedPayment(context, in: transaction)
        guard payment.session.state == .authorized else {
            throw PaymentRefusal.notAuthorized(payment.session.state(at: context.now))
        }
        var old = payment.session.request
        // The estimate is already authorized and has no further effect.
        old.authorizationAmount = nil
        let new = try change(old)
        guard payment.session.totalIsPending, new.finalizes(old) else {
            throw PaymentRefusal.onlyPendingMayChange
        }
        payment.session.request = new
        let most = max(
            payment.session.authorized, new.maximumAmount?.minorUnits ?? payment.session.authorized)
        let refusal = PaymentRefusal.exceedsAuthorization(remaining: payment.money(most))
        let price: Price
        do {
            price = try payment.price(of: new, in: transaction)
        } catch PricingRefusal.exceedsMaximum {
            throw refusal
        }
        guard price.owed <= most else { throw refusal }
        payment.apply(price)
        guard payment.context.merchant.processor.canCharge(payment.session.total) else {
            throw PricingRefusal.notChargeable
        }
        payment.write.rareChange = .request
        payment.log(.changed, as: context.identifier())
        guard !price.isPending, new.captureMethod == .automatic else {
            try payment.store(in: transaction)
            return nil
        }
        return try capture.begin(&payment, in: transaction)
    }
}

extension LockedPayment {
    /// Balances pay the amounts that they hold, and the card pays the rest.
    fileprivate mutating func apply(_ price: Price) {
        pay(price.owed)
        session.totalIsPending = price.isPending
        session.version += 1
        session.changedAt = context.now
    }

    /// Divides the owed amount again by the present holds of the balances.
    mutating func pay(_ owed: Int64) {
        let held = session.tenders.map { tender in
            holds.first { $0.id == tender.hold }?.amount.minorUnits ?? 0
        }
        let parts = TenderSplit.capture(owed, of: held)
        for (index, part) in parts.holds.enumerated() { session.tenders[index].amount = part }
        session.total = money(parts.card)
    }
}

extension CheckoutRequest {
    /// True if only pending prices differ: an amount, a quantity, or the fact that the price is
    /// pending.
    func finalizes(_ old: CheckoutRequest) -> Bool {
        var same = self
        same.cartContent = old.cartContent
        guard same == old, cartContent != old.cartContent else { return false }
        switch (cartContent, old.cartContent) {
        case (.items(let new), .items(let old)):
            return new.count == old.count && zip(new, old).allSatisfy { $0.finalizes($1) }
        case (.lines(let new), .lines(let old)):
            return new.count == old.count && zip(new, old).allSatisfy { $0.finalizes($1) }
        case (.items, .lines), (.lines, .items): return false
        }
    }
}

extension CartItem {
    fileprivate func finalizes(_ old: CartItem) -> Bool {
        guard old.isPending else { return self == old }
        return self
            == CartItem(
                name: old.name, quantity: quantity, unitPrice: unitPrice, sku: old.sku,
                taxCode: old.taxCode, requiresShipping: old.requiresShipping,
                imageURL: old.imageURL, isPending: isPending, creditsBalance: old.creditsBalance)
    }
}

extension LineItem {
    fileprivate func finalizes(_ old: LineItem) -> Bool {
        guard old.kind == .pending, old.isImmediate else { return self == old }
        return self
            == LineItem(
                label: old.label, amount: amount, kind: kind, timing: old.timing,
                creditsBalance: old.creditsBalance)
    }
}
