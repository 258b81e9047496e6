import Merchants
import Postgres
import Vocabulary

/// An event, written in the transaction that caused it.
package struct Event: Sendable, Identified {
    package static let identifierPrefix = "evt"
    package typealias ID = Identifier<Event>

    package let id: ID
    package let type: Kind
    /// The object's identifier.
    package let object: String
    /// Numbers the events of one object, from 1.
    package let sequence: Int
    /// The object's state at that time, as JSON without secrets and contacts.
    package let data: [UInt8]
    package let at: Instant

    package enum Kind: String, Sendable, CaseIterable {
        case checkoutAuthorized = "checkout.authorized"
        case checkoutCaptured = "checkout.captured"
        case checkoutCaptureFailed = "checkout.capture_failed"
        case checkoutDeclined = "checkout.declined"
        case checkoutFailed = "checkout.failed"
        case checkoutCanceled = "checkout.canceled"
        case checkoutVoided = "checkout.voided"
        /// A charge succeeded after the server had reported a failure or an unknown outcome.
        case checkoutLateSuccess = "checkout.late_success"
        case checkoutAuthorizationExpiring = "checkout.authorization_expiring"
        case checkoutAuthorizationExpired = "checkout.authorization_expired"
        case refundPending = "refund.pending"
        case refundSucceeded = "refund.succeeded"
        case refundFailed = "refund.failed"
        case disputeOpened = "dispute.opened"
        case disputeWon = "dispute.won"
        case disputeLost = "dispute.lost"
        case balanceCreated = "balance.created"
        case balanceCredited = "balance.credited"
        case balanceDebited = "balance.debited"
        case balanceHeld = "balance.held"
        case balanceReleased = "balance.released"
        case balanceCaptured = "balance.captured"
        case balanceFrozen = "balance.frozen"
        case balanceUnfrozen = "balance.unfrozen"
        case balanceExpired = "balance.expired"
        case customerOpened = "customer.opened"
        case customerErased = "customer.erased"
        case subscriptionCreated = "subscription.created"
        case subscriptionTrialWillEnd = "subscription.trial_will_end"
        case subscriptionPastDue = "subscription.past_due"
        /// Only the buyer can resolve it, in a new payment sheet.
        case subscriptionActionRequired = "subscription.action_required"
        case subscriptionRecovered = "subscription.recovered"
        case subscriptionCardChanged = "subscription.card_changed"
        case subscriptionChanged = "subscription.changed"
        case subscriptionPaused = "subscription.paused"
        case subscriptionResumed = "subscription.resumed"
        case subscriptionCanceled = "subscription.canceled"
        case subscriptionEnded = "subscription.ended"
        case invoiceUpcoming = "invoice.upcoming"
        /// The merchant must set its amount.
        case invoicePending = "invoice.pending"
        case invoicePaid = "invoice.paid"
        case invoicePaymentFailed = "invoice.payment_failed"
        case invoiceVoided = "invoice.voided"
        case invoiceUncollectible = "invoice.uncollectible"
        case laterPaymentScheduled = "later_payment.scheduled"
        case laterPaymentPaid = "later_payment.paid"
        case laterPaymentDeclined = "later_payment.declined"
        case laterPaymentFailed = "later_payment.failed"
        case laterPaymentCanceled = "later_payment.canceled"
        /// The buyer or a bank deleted its merchant token.
        case cardUnlinked = "card.unlinked"
        case cardUpdated = "card.updated"
        /// An attacker began to test stolen cards at the merchant, or stopped.
        case cardTestingStarted = "card_testing.started"
        case cardTestingEnded = "card_testing.ended"
        /// It expires within 30, 7 or 1 day; payments fail from then on.
        case certificateExpiring = "certificate.expiring"
        /// A buyer entered personal details for a pass in Wallet.
        case passPersonalized = "pass.personalized"
        /// Phones sent a kind of log message that is new for the pass type.
        case passTypeLogKind = "pass_type.log_kind"
        case sharedOrderStarted = "shared_order.started"
        case sharedOrderLocked = "shared_order.locked"
        /// The payment was not made in time, or the host reopened the order.
        case sharedOrderReopened = "shared_order.reopened"
        case sharedOrderPaid = "shared_order.paid"
        case sharedOrderCanceled = "shared_order.canceled"
        case sharedOrderExpired = "shared_order.expired"
        /// Our books and the processor's disagree about a payment.
        case reconciliationDiscrepancy = "reconciliation.discrepancy"
        case webhookEndpointDisabled = "webhook_endpoint.disabled"
    }

    package init(id: ID, type: Kind, object: String, sequence: Int, data: [UInt8], at: Instant) {
        self.id = id
        self.type = type
        self.object = object
        self.sequence = sequence
        self.data = data
        self.at = at
    }
}
