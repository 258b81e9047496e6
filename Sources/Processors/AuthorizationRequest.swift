import Vocabulary

/// What a processor is asked for when a buyer has authorised a payment.
package struct AuthorizationRequest: Hashable, Sendable {
    package let key: AttemptKey
    /// What to hold, in the currency of the checkout. Zero verifies the card and holds nothing
    /// (money.md rules 7 and 20).
    package let amount: Money
    /// What the card statement shows: the label of the sheet's total.
    package let statementName: String
    package let payment: PaymentInstrument
    /// What the bank is given to compare with its own record.
    package let billing: BillingAddress
    /// Whether the amount is taken at once; otherwise it is held until a capture.
    package let captureNow: Bool
    /// Whether the buyer agreed that the card is kept and charged again later: this payment is the
    /// first of its kind, made by the customer (money.md rule 20).
    package let keepsCard: Bool

    package init(
        key: AttemptKey, amount: Money, statementName: String, payment: PaymentInstrument,
        billing: BillingAddress = .absent, captureNow: Bool, keepsCard: Bool = false
    ) {
        self.key = key
        self.amount = amount
        self.statementName = statementName
        self.payment = payment
        self.billing = billing
        self.captureNow = captureNow
        self.keepsCard = keepsCard
    }
}

/// As much of the billing address as address verification uses.
package struct BillingAddress: Hashable, Sendable {
    package let postalCode: String?
    package let hasAddressLines: Bool

    package init(postalCode: String?, hasAddressLines: Bool) {
        self.postalCode = postalCode
        self.hasAddressLines = hasAddressLines
    }

    package static let absent = BillingAddress(postalCode: nil, hasAddressLines: false)
}
