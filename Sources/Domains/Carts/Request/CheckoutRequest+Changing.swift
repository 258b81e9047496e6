import JSON
import Merchants
import Vocabulary

extension CheckoutRequest {
    /// Applies a PATCH to the request: the goods, the shipping methods, the amounts to authorize,
    /// and the merchant's own notes. Absent members stay, null removes a member.
    ///
    /// The caller decides if the checkout may still be changed, and prices it again.
    package func changed(by fields: ObjectReader, now: Instant) -> CheckoutRequest? {
        let problems = fields.problems.count
        var new = self
        if billingReferences != nil || sharedOrder != nil { refuseOtherGoods(fields) }
        if let cartContent = CartContent(
            reading: fields, currency: currency, now: now, required: false)
        {
            new.cartContent = cartContent
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

    /// Goods are fixed if the checkout pays for a plan, a later payment, an invoice or a share of
    /// an order: the buyer agreed to that amount or owes it.
    private func refuseOtherGoods(_ fields: ObjectReader) {
        for key: StaticString in [
            "items", "lineItems", "shippingMethods", "authorizationAmount", "maximumAmount",
        ] where fields.has(key) || fields.isNull(key) {
            fields.refuse(
                key, "conflict",
                "the plan, invoice, later payment or shared order of this checkout determines "
                    + "this; omit it"
            )
        }
    }
}
