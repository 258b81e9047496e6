/// The objects that a checkout pays beyond its goods. It has the texts of identifiers, because
/// their types belong to modules above this one.
package struct BillingReferences: Hashable, Sendable {
    /// The plan that the buyer subscribes to, or changes to.
    package let plan: String?
    /// The existing subscription, if there is one.
    package let subscription: String?
    /// The invoice that it pays.
    package let invoice: String?
    /// The later payment that the checkout charges without a sheet.
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

    /// The longest of our identifiers has 37 characters.
    static let lengthMax = 64
}

/// The sheet's content for a plan: today's and later charges in Apple's form.
package struct PlanPaymentRequest: Hashable, Sendable {
    package let lines: [LineItem]
    package let recurring: RecurringPaymentRequest
    package let billingReferences: BillingReferences

    package init(
        lines: [LineItem], recurring: RecurringPaymentRequest, billingReferences: BillingReferences
    ) {
        self.lines = lines
        self.recurring = recurring
        self.billingReferences = billingReferences
    }
}
