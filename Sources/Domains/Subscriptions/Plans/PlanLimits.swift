/// The limits of a plan.
package enum PlanLimits {
    /// More characters than a label on the sheet can show.
    package static let nameLengthMax = 64
    /// Apple's sheet accepts no more.
    package static let billingAgreementLengthMax = 500
    /// Ten years of weeks in one phase that ends.
    package static let cyclesMax: Int64 = 520
    /// A trial, an introductory phase, and the regular one.
    package static let phasesMax = 3
    /// A schedule of more attempts annoys banks and buyers.
    package static let retriesMax = 8
    /// Manual retries of one invoice, in addition to its schedule: as many as Visa allows in 30
    /// days after a decline (Visa Core Rules, excessive reattempts). Visa counts the schedule too.
    package static let manualRetriesMax = 15
    /// Within a month of the first failure: the invoice's checkout keeps its data key for 30 days.
    package static let retryDaysMax: Int64 = 28
    /// Leaves room for tax and rounding below the largest amount of money.
    package static let amountMax: Int64 = 1_000_000_000_000
}
