import JSON
import Vocabulary

extension BillingReferences {
    /// Reads the form that `write` writes; returns nil if the sheet sells only goods.
    init?(stored fields: ObjectReader) {
        let text = { (key: StaticString) in
            fields.string(key, maxLength: BillingReferences.lengthMax)
        }
        self.init(
            plan: text("plan"), subscription: text("subscription"), invoice: text("invoice"),
            laterPayment: text("laterPayment"))
        guard self != BillingReferences() else { return nil }
    }

    func write(membersTo writer: inout Writer) {
        writer.member("plan", ifPresent: plan)
        writer.member("subscription", ifPresent: subscription)
        writer.member("invoice", ifPresent: invoice)
        writer.member("laterPayment", ifPresent: laterPayment)
    }
}

extension CheckoutRequest.CartContent {
    /// The lines of a plan, with one-time purchases beside it.
    init?(
        planned: PlanPaymentRequest, reading fields: ObjectReader, currency: Currency?,
        now: Instant?
    ) {
        for key: StaticString in [
            "items", "recurringPaymentRequest", "automaticReloadPaymentRequest",
            "multiTokenContexts",
        ] where fields.has(key) {
            fields.refuse(key, "conflict", "the plan determines this; omit it")
        }
        _ = fields.node("items")
        let beside = fields.array(
            "lineItems", minCount: 1, maxCount: CheckoutLimits.linesMax - 8)
        let lines = beside?.objects { LineItem(reading: $0, currency: currency, now: now) } ?? []
        if let beside, lines.count == beside.count {
            for (index, line) in lines.enumerated() where !line.isImmediate || line.kind == .pending
            {
                beside.refuse(
                    index, "conflict", "lines in addition to a plan must be final and immediate")
            }
        }
        self = .lines(planned.lines + lines)
    }
}
