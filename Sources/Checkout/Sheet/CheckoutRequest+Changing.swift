import JSON
import Merchants
import Vocabulary

extension CheckoutRequest {
    /// The request with what a PATCH changes: the goods, what is offered and held, and the
    /// merchant's own words. Absent members stay, null takes a member away.
    ///
    /// Whether the checkout may still be changed, and what that costs, is for the verb to say.
    package func changed(by fields: ObjectReader, now: Instant) -> CheckoutRequest? {
        let problems = fields.problems.count
        var new = self
        if engagement != nil || sharedOrder != nil { refuseOtherGoods(fields) }
        if let basket = Basket(reading: fields, currency: currency, now: now, required: false) {
            new.basket = basket
        }
        fields.read("shippingMethods", into: &new.shippingMethods) {
            $0.shippingMethods($1, currency: currency)
        }
        fields.read("authorizationAmount", into: &new.authorizationAmount) {
            $0.money($1, in: currency)
        }
        fields.read("maximumAmount", into: &new.maximumAmount) { $0.money($1, in: currency) }
        fields.read("reference", into: &new.reference) {
            $0.label($1, maxLength: CheckoutLimits.referenceLengthMax)
        }
        fields.read("metadata", into: &new.metadata, initially: []) { $0.metadata($1) }
        fields.refuseUnknown()
        guard fields.problems.count == problems else { return nil }
        new.check(fields, merchant: nil, prefill: Prefill())
        return fields.problems.count == problems ? new : nil
    }

    /// What a plan or a later payment charges was agreed, what an invoice asks for is owed, and a share is a part of
    /// the whole: nothing else is paid there.
    private func refuseOtherGoods(_ fields: ObjectReader) {
        for key: StaticString in [
            "items", "lineItems", "shippingMethods", "authorizationAmount", "maximumAmount",
        ] where fields.has(key) || fields.isNull(key) {
            fields.refuse(key, "conflict", "what this checkout is for brings its own")
        }
    }
}
