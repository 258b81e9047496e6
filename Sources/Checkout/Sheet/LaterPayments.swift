import Vocabulary

/// Apple's `recurringPaymentRequest`: what the buyer agrees to pay again and again.
package struct RecurringPaymentRequest: Hashable, Sendable {
    package let paymentDescription: String
    package let regularBilling: LineItem
    package let trialBilling: LineItem?
    package let terms: LaterTerms

    package init(
        paymentDescription: String, regularBilling: LineItem, trialBilling: LineItem?,
        terms: LaterTerms
    ) {
        self.paymentDescription = paymentDescription
        self.regularBilling = regularBilling
        self.trialBilling = trialBilling
        self.terms = terms
    }
}

/// Apple's `automaticReloadPaymentRequest`: what is charged when a balance runs low.
package struct AutomaticReloadPaymentRequest: Hashable, Sendable {
    package let paymentDescription: String
    package let automaticReloadBilling: LineItem
    package let terms: LaterTerms
}

/// Apple's `deferredPaymentRequest`: what is charged on a later day.
package struct DeferredPaymentRequest: Hashable, Sendable {
    package let paymentDescription: String
    package let deferredBilling: LineItem
    package let freeCancellation: FreeCancellation?
    package let terms: LaterTerms

    /// Until when it costs nothing to cancel; WebKit wants the zone with the date.
    package struct FreeCancellation: Hashable, Sendable {
        package let date: Instant
        package let timeZone: TimeZoneName
    }
}

/// What all three kinds of later payment say.
package struct LaterTerms: Hashable, Sendable {
    package let billingAgreement: String?
    /// Where the buyer changes or ends it.
    package let managementURL: WebAddress
    /// Where Apple tells about changes of the merchant token.
    package let tokenNotificationURL: WebAddress?

    package init(
        billingAgreement: String?, managementURL: WebAddress, tokenNotificationURL: WebAddress?
    ) {
        self.billingAgreement = billingAgreement
        self.managementURL = managementURL
        self.tokenNotificationURL = tokenNotificationURL
    }
}

/// Apple's `ApplePayPaymentTokenContext`: one merchant's share of a payment to several.
package struct TokenContext: Hashable, Sendable {
    package let merchantIdentifier: String
    /// Must stay the same for the same merchant.
    package let externalIdentifier: String
    package let merchantName: String
    package let merchantDomain: String?
    package let amount: Money
}
