import Balances
import Vocabulary

/// The later charge that this server makes for a checkout: a final amount on a day, or a reload of
/// the one balance that the checkout tops up.
package struct ScheduledPaymentRequest: Hashable, Sendable {
    package let label: String
    package let amount: Money
    /// For a deferred payment.
    package let at: Instant?
    package let cancelUntil: Instant?
    package let timeZone: TimeZoneName?
    /// For a reload.
    package let balance: Balance.ID?
    package let threshold: Money?

    package init?(_ request: CheckoutRequest) {
        if let deferred = request.deferred,
            case .deferred(let date) = deferred.deferredBilling.timing,
            deferred.deferredBilling.isCharged
        {
            let billing = deferred.deferredBilling
            self.init(
                label: billing.label, amount: billing.amount, at: date,
                cancelUntil: deferred.freeCancellation?.date,
                timeZone: deferred.freeCancellation?.timeZone, balance: nil, threshold: nil)
        } else if let billing = request.automaticReload?.automaticReloadBilling,
            case .automaticReload(let threshold) = billing.timing, billing.isCharged,
            Set(request.credited).count == 1, let balance = request.credited.first
        {
            self.init(
                label: billing.label, amount: billing.amount, at: nil, cancelUntil: nil,
                timeZone: nil, balance: balance, threshold: threshold)
        } else {
            return nil
        }
    }

    private init(
        label: String, amount: Money, at: Instant?, cancelUntil: Instant?, timeZone: TimeZoneName?,
        balance: Balance.ID?, threshold: Money?
    ) {
        self.label = label
        self.amount = amount
        self.at = at
        self.cancelUntil = cancelUntil
        self.timeZone = timeZone
        self.balance = balance
        self.threshold = threshold
    }
}

extension LineItem {
    /// True if this server charges it; the merchant charges a line without a final amount.
    fileprivate var isCharged: Bool { kind == .final && amount.minorUnits > 0 }
}

extension CheckoutRequest {
    /// True if this server makes a later charge that does not belong to a plan.
    package var schedulesPayment: Bool {
        billingReferences == nil && ScheduledPaymentRequest(self) != nil
    }
}
