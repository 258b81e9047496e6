import Carts
import Checkouts
import Customers
import Merchants
import Postgres
import Vocabulary

/// The state of a checkout's payment, for modules that wait for it.
package struct PaymentStatus: Sendable {
    package let state: CheckoutSession.State
    package let authorized: Money
    /// True if its data key still exists: without it the checkout cannot be paid.
    package let isPayable: Bool
    package let customer: Customer.ID?
    package let country: Country
    package let reference: String?
    /// The plan, subscription or invoice that it pays, beyond its goods.
    package let billingReferences: BillingReferences?
    /// The later charges that the buyer agrees to.
    package let later: ScheduledPaymentRequest?
    /// The time at which the last attempt ended.
    package let endedAt: Instant?
    private let session: CheckoutSession

    /// True if a bank has taken back any of it.
    package var isDisputed: Bool { session.disputed > 0 }

    /// Closes an unpaid checkout for good and locks its row.
    ///
    /// - Returns: true if it is closed; false if it is paid, or being paid.
    package static func cancelUnpaid(
        _ checkout: CheckoutSession.ID, at now: Instant, in transaction: Transaction
    ) throws -> Bool {
        try !transaction.run(CheckoutSession.cancelUnpaid(checkout, at: now)).isEmpty
    }

    /// - Returns: nil if the checkout does not exist.
    package static func find(
        _ checkout: CheckoutSession.ID, at now: Instant, in transaction: Transaction
    ) throws -> PaymentStatus? {
        guard let row = try transaction.run(CheckoutSession.find(checkout)).first else {
            return nil
        }
        let session = try CheckoutSession(row: row)
        let attempt = try Attempt(joined: row)
        return PaymentStatus(
            state: session.state(at: now),
            authorized: Money(minorUnits: session.authorized, currency: session.total.currency),
            isPayable: session.privacy.key != nil, customer: session.customer,
            country: session.request.countryCode,
            reference: session.request.reference,
            billingReferences: session.request.billingReferences,
            later: ScheduledPaymentRequest(session.request),
            endedAt: attempt?.endedAt, session: session)
    }

    /// The amount that the buyer paid for the first lines of the cart. A coupon or a negative
    /// line reduces all lines in proportion to their amounts (docs/rules/money.md#4).
    package func paid(forLines count: Int) -> Money {
        let amounts = ((try? Goods(session.request.cartContent).amounts) ?? []).map { max(0, $0) }
        let whole = amounts.reduce(0, +)
        let reduction = max(0, min(whole, whole + session.deliveryAmount - session.authorized))
        let shares = Split.byLargestRemainder(reduction, weights: amounts)
        let paid = zip(amounts, shares).prefix(count).reduce(0) { $0 + $1.0 - $1.1 }
        return Money(minorUnits: min(paid, session.authorized), currency: session.total.currency)
    }
}

extension CheckoutSession {
    /// The price of the chosen shipping method, if the request names it.
    fileprivate var deliveryAmount: Int64 {
        guard choice.coupon?.terms.reduction != .freeDelivery else { return 0 }
        let methods = request.shippingMethods ?? []
        let chosen = methods.first { $0.identifier == choice.method } ?? methods.first
        return chosen?.amount.minorUnits ?? 0
    }
}
