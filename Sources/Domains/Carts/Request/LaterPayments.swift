import Vocabulary

/// Apple's `recurringPaymentRequest`: a charge that the buyer agrees to repeat.
package struct RecurringPaymentRequest: Hashable, Sendable {
    package let paymentDescription: String
    package let regularBilling: LineItem
    package let trialBilling: LineItem?
    package let terms: BillingTerms

    package init(
        paymentDescription: String, regularBilling: LineItem, trialBilling: LineItem?,
        terms: BillingTerms
    ) {
        self.paymentDescription = paymentDescription
        self.regularBilling = regularBilling
        self.trialBilling = trialBilling
        self.terms = terms
    }
}

/// Apple's `automaticReloadPaymentRequest`: a charge when a balance runs low.
package struct AutomaticReloadPaymentRequest: Hashable, Sendable {
    package let paymentDescription: String
    package let automaticReloadBilling: LineItem
    package let terms: BillingTerms
}

/// Apple's `deferredPaymentRequest`: a charge on a later day.
package struct DeferredPaymentRequest: Hashable, Sendable {
    package let paymentDescription: String
    package let deferredBilling: LineItem
    package let freeCancellation: FreeCancellation?
    package let terms: BillingTerms

    /// The end of free cancellation; WebKit requires the zone with the date.
    package struct FreeCancellation: Hashable, Sendable {
        package let date: Instant
        package let timeZone: TimeZoneName
    }
}

/// The terms that all three kinds of later payment share.
package struct BillingTerms: Hashable, Sendable {
    package let billingAgreement: String?
    /// The page where the buyer changes or ends it.
    package let managementURL: WebAddress
    /// The URL for Apple's notifications of changes to the merchant token.
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
