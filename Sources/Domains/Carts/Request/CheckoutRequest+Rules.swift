import Contacts
import JSON
import Merchants
import Vocabulary

extension CheckoutRequest {
    /// The rules between members, in the order of the API's description.
    ///
    /// `Pricing` checks the rules that depend on the price: the sum of the token contexts, the
    /// maximum, a total of zero.
    func check(_ fields: ObjectReader, merchant: MerchantSettings?, prefill: Prefill) {
        if let zones = merchant?.shippingZones, !zones.isEmpty, isDelivered, shippingMethods == nil,
            !zones.contains(where: { $0.currency == currency })
        {
            fields.refuse(
                "currencyCode", "conflict",
                "no shipping zone of the merchant has prices in this currency")
        }
        if prefill.billingContact != nil, !requiredBillingContactFields.contains(.postalAddress) {
            fields.refuse(
                "billingContact", "conflict",
                "requires postalAddress in requiredBillingContactFields")
        }
        if knownNetworks.isEmpty {
            fields.refuse(
                "supportedNetworks", "conflict",
                "version \(clientVersion) of Apple Pay JS supports none of these networks")
        }
        if !merchantCapabilities.contains(.supports3DS) {
            fields.refuse("merchantCapabilities", "invalid_value", "must contain supports3DS")
        }
        if let feature = indispensableFeatures.first(where: { !knows($0) }) {
            fields.refuse(
                "clientVersion", "conflict",
                "\(feature.description): requires version \(feature.since) or later")
        }
        checkLaterPayments(fields)
        if authorizationAmount != nil, !cartContent.isPending {
            fields.refuse(
                "authorizationAmount", "conflict", "only allowed with a pending total")
        }
        if let authorizationAmount, let maximumAmount,
            authorizationAmount.minorUnits > maximumAmount.minorUnits
        {
            fields.refuse("authorizationAmount", "out_of_range", "must be at most maximumAmount")
        }
    }

    /// True if the sheet asks for the email by which a coupon recognizes its buyer.
    package var asksForEmail: Bool {
        requiredShippingContactFields.contains(.email)
            || requiredBillingContactFields.contains(.email)
    }

    /// Apple cancels a sheet that combines two of recurring, reload and multi-token requests
    /// (docs/rules/apple.md#1.2). The rules for a plan are our own.
    private func checkLaterPayments(_ fields: ObjectReader) {
        let others = "cannot be combined with another kind of later or split payment"
        if recurring != nil, automaticReload != nil {
            fields.refuse("automaticReloadPaymentRequest", "conflict", others)
        }
        if billingReferences?.plan != nil {
            if deferred != nil { fields.refuse("deferredPaymentRequest", "conflict", others) }
            if captureMethod == .manual {
                fields.refuse(
                    "captureMethod", "conflict",
                    "manual capture is not possible: the first period of a plan is captured "
                        + "immediately"
                )
            }
        }
        if !tokenContexts.isEmpty, recurring != nil || automaticReload != nil {
            fields.refuse("multiTokenContexts", "conflict", others)
        }
    }
}
