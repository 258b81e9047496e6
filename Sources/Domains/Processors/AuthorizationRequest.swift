import Vocabulary

/// A request to a processor to authorize a payment that the buyer approved.
package struct AuthorizationRequest: Hashable, Sendable {
    package let key: AttemptKey
    /// The amount to authorize, in the currency of the checkout. Zero verifies the card and
    /// reserves no money (docs/rules/money.md#7 and #20).
    package let amount: Money
    /// The text for the card statement: the label of the sheet's total.
    package let statementName: String
    package let payment: PaymentInstrument
    /// The billing address that the bank compares with its own record.
    package let billing: BillingAddress
    /// True captures the amount at once; false only authorizes it.
    package let captureNow: Bool
    /// True if the buyer agreed that the card is saved and charged again later. This payment is
    /// then the first, customer-initiated one of the series (docs/rules/money.md#20).
    package let savesCard: Bool

    package init(
        key: AttemptKey, amount: Money, statementName: String, payment: PaymentInstrument,
        billing: BillingAddress = .absent, captureNow: Bool, savesCard: Bool = false
    ) {
        self.key = key
        self.amount = amount
        self.statementName = statementName
        self.payment = payment
        self.billing = billing
        self.captureNow = captureNow
        self.savesCard = savesCard
    }
}

/// The parts of the billing address that address verification uses.
package struct BillingAddress: Hashable, Sendable {
    package let postalCode: String?
    package let hasAddressLines: Bool

    package init(postalCode: String?, hasAddressLines: Bool) {
        self.postalCode = postalCode
        self.hasAddressLines = hasAddressLines
    }

    package static let absent = BillingAddress(postalCode: nil, hasAddressLines: false)
}
