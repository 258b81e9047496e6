import JSON
import Vocabulary

extension Engagement {
    /// Reads what `write` wrote; nothing where a sheet is for its goods only.
    init?(stored fields: ObjectReader) {
        let text = { (key: StaticString) in fields.string(key, maxLength: Engagement.lengthMax) }
        self.init(
            plan: text("plan"), subscription: text("subscription"), invoice: text("invoice"),
            laterPayment: text("laterPayment"))
        guard self != Engagement() else { return nil }
    }

    func write(membersTo writer: inout Writer) {
        writer.member("plan", ifPresent: plan)
        writer.member("subscription", ifPresent: subscription)
        writer.member("invoice", ifPresent: invoice)
        writer.member("laterPayment", ifPresent: laterPayment)
    }
}

extension CheckoutRequest.Basket {
    /// The lines of a plan, with what is bought beside it.
    init?(planned: PlannedSheet, reading fields: ObjectReader, currency: Currency?, now: Instant?) {
        for key: StaticString in [
            "items", "recurringPaymentRequest", "automaticReloadPaymentRequest",
            "multiTokenContexts",
        ] where fields.has(key) {
            fields.refuse(key, "conflict", "a plan brings its own")
        }
        _ = fields.node("items")
        let beside = fields.array(
            "lineItems", minCount: 1, maxCount: CheckoutLimits.linesMax - 8)
        let lines = beside?.objects { LineItem(reading: $0, currency: currency, now: now) } ?? []
        if let beside, lines.count == beside.count {
            for (index, line) in lines.enumerated() where !line.isImmediate || line.kind == .pending
            {
                beside.refuse(index, "conflict", "beside a plan a line is final and immediate")
            }
        }
        self = .lines(planned.lines + lines)
    }
}
