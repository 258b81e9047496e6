import Contacts
import JSON
import Merchants
import Vocabulary

extension CheckoutRequest {
    /// The rules between members, in the order of the API's description.
    ///
    /// What needs the price (the sum of the token contexts, the maximum, a total of zero) is for
    /// `Pricing` to refuse.
    func check(_ fields: ObjectReader, merchant: MerchantSettings?, prefill: Prefill) {
        if let zones = merchant?.shippingZones, !zones.isEmpty, isDelivered, shippingMethods == nil,
            !zones.contains(where: { $0.currency == currency })
        {
            fields.refuse(
                "currencyCode", "conflict", "none of the shipping zones has prices in it")
        }
        if prefill.billingContact != nil, !requiredBillingContactFields.contains(.postalAddress) {
            fields.refuse(
                "billingContact", "conflict",
                "it needs postalAddress in requiredBillingContactFields")
        }
        if knownNetworks.isEmpty {
            fields.refuse(
                "supportedNetworks", "conflict",
                "version \(clientVersion) of Apple Pay JS knows none of them")
        }
        if !merchantCapabilities.contains(.supports3DS) {
            fields.refuse("merchantCapabilities", "invalid_value", "supports3DS is mandatory")
        }
        checkLaterPayments(fields)
        if authorizationAmount != nil, !basket.isPending {
            fields.refuse(
                "authorizationAmount", "conflict", "only a pending total has an estimate")
        }
        if let authorizationAmount, let maximumAmount,
            authorizationAmount.minorUnits > maximumAmount.minorUnits
        {
            fields.refuse("authorizationAmount", "out_of_range", "at most maximumAmount")
        }
    }

    /// Whether the sheet asks for the e-mail by which a coupon knows its buyer.
    var asksForEmail: Bool {
        requiredShippingContactFields.contains(.email)
            || requiredBillingContactFields.contains(.email)
    }

    /// Apple cancels the sheet when two of these are combined.
    private func checkLaterPayments(_ fields: ObjectReader) {
        let others = "it cannot be combined with another kind of later or split payment"
        if recurring != nil, automaticReload != nil {
            fields.refuse("automaticReloadPaymentRequest", "conflict", others)
        }
        if engagement?.plan != nil {
            if deferred != nil { fields.refuse("deferredPaymentRequest", "conflict", others) }
            if captureMethod == .manual {
                fields.refuse(
                    "captureMethod", "conflict", "the first period of a plan is paid at once")
            }
        }
        if !tokenContexts.isEmpty, recurring != nil || automaticReload != nil {
            fields.refuse("multiTokenContexts", "conflict", others)
        }
    }
}
