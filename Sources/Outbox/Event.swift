import Merchants
import Postgres
import Vocabulary

/// Something that happened, written in the transaction that made it happen.
package struct Event: Sendable, Identified {
    package static let identifierPrefix = "evt"
    package typealias ID = Identifier<Event>

    package let id: ID
    package let type: Kind
    /// The text of the object's identifier.
    package let object: String
    /// Numbers the events of one object from 1.
    package let sequence: Int
    /// The object as it was then, as JSON without secrets and contacts.
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
        /// A charge succeeded after the buyer was told that it had not.
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
        /// Only the buyer can mend it, by a new sheet.
        case subscriptionActionRequired = "subscription.action_required"
        case subscriptionRecovered = "subscription.recovered"
        case subscriptionCardChanged = "subscription.card_changed"
        case subscriptionChanged = "subscription.changed"
        case subscriptionPaused = "subscription.paused"
        case subscriptionResumed = "subscription.resumed"
        case subscriptionCanceled = "subscription.canceled"
        case subscriptionEnded = "subscription.ended"
        case invoiceUpcoming = "invoice.upcoming"
        /// Its amount is the merchant's to name.
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
        /// Its merchant token was taken back, by its buyer or a bank.
        case cardUnlinked = "card.unlinked"
        case cardUpdated = "card.updated"
        /// It ends within 30, 7 or 1 day, and payments with it.
        case certificateExpiring = "certificate.expiring"
        /// A buyer has told Wallet who they are.
        case passPersonalized = "pass.personalized"
        /// Phones say something that none has said of the pass type before.
        case passTypeLogKind = "pass_type.log_kind"
        case sharedOrderStarted = "shared_order.started"
        case sharedOrderLocked = "shared_order.locked"
        /// Nobody has paid in time, or the host has chosen so.
        case sharedOrderReopened = "shared_order.reopened"
        case sharedOrderPaid = "shared_order.paid"
        case sharedOrderCanceled = "shared_order.canceled"
        case sharedOrderExpired = "shared_order.expired"
        /// Our books and the processor's say different things of a payment.
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
