/// What a buyer enters into with a sheet, beyond its goods: by the texts of identifiers, whose nouns
/// stand above this module.
package struct Engagement: Hashable, Sendable {
    /// The plan that is subscribed to, or changed to.
    package let plan: String?
    /// The subscription that it is about, where there is one already.
    package let subscription: String?
    /// The invoice that it pays.
    package let invoice: String?
    /// The later payment of which it is a charge, for which nobody opens a sheet.
    package let laterPayment: String?

    package init(
        plan: String? = nil, subscription: String? = nil, invoice: String? = nil,
        laterPayment: String? = nil
    ) {
        self.plan = plan
        self.subscription = subscription
        self.invoice = invoice
        self.laterPayment = laterPayment
    }

    /// The longest of our identifiers has 44 characters.
    static let lengthMax = 64
}

/// What a plan makes of a sheet: what is charged now and what later, as Apple's sheet says it.
package struct PlannedSheet: Hashable, Sendable {
    package let lines: [LineItem]
    package let recurring: RecurringPaymentRequest
    package let engagement: Engagement

    package init(lines: [LineItem], recurring: RecurringPaymentRequest, engagement: Engagement) {
        self.lines = lines
        self.recurring = recurring
        self.engagement = engagement
    }
}
