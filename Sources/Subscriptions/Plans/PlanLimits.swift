/// How large a plan may be.
package enum PlanLimits {
    /// More than a label on the sheet can show; the sheet's own limit of labels.
    package static let nameLengthMax = 64
    /// Apple's sheet takes no more.
    package static let billingAgreementLengthMax = 500
    /// Ten years of weeks in one phase that ends.
    package static let cyclesMax: Int64 = 520
    /// A trial, an introduction, and what follows.
    package static let phasesMax = 3
    /// A schedule of more tries annoys banks and buyers.
    package static let retriesMax = 8
    /// Within a month of the first failure, before the invoice's checkout is forgotten.
    package static let retryDaysMax: Int64 = 28
    /// An amount that tax and rounding can be added to without leaving what money can be.
    package static let amountMax: Int64 = 1_000_000_000_000
}
