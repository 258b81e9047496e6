import Customers
import Postgres
import Vocabulary

/// How the payment of a checkout stands, for whoever waits for it without asking the sheet.
package struct PaymentStanding: Sendable {
    package let state: Sheet.State
    package let authorized: Money
    /// Whether its key is still there: without it nobody can pay.
    package let isPayable: Bool
    package let customer: Customer.ID?
    package let country: Country
    package let reference: String?
    /// What it is for, beyond its goods.
    package let engagement: Engagement?
    /// What its buyer lets the merchant charge later.
    package let later: LaterWish?
    /// When the processor answered last.
    package let endedAt: Instant?

    /// Closes a checkout to whoever would pay it, for good; its row is locked by that.
    ///
    /// - Returns: whether it is closed; not when it is paid, or being paid.
    package static func close(
        _ checkout: Sheet.ID, at now: Instant, in transaction: Transaction
    ) throws -> Bool {
        try !transaction.run(Sheet.cancelUnpaid(checkout, at: now)).isEmpty
    }

    /// - Returns: nothing when there is no such checkout.
    package static func find(
        _ checkout: Sheet.ID, at now: Instant, in transaction: Transaction
    ) throws -> PaymentStanding? {
        guard let row = try transaction.run(Sheet.find(checkout)).first else { return nil }
        let sheet = try Sheet(row: row)
        let attempt = try Attempt(joined: row)
        return PaymentStanding(
            state: sheet.state(at: now),
            authorized: Money(minorUnits: sheet.authorized, currency: sheet.total.currency),
            isPayable: sheet.privacy.key != nil, customer: sheet.customer,
            country: sheet.request.countryCode,
            reference: sheet.request.reference, engagement: sheet.request.engagement,
            later: LaterWish(sheet.request),
            endedAt: attempt?.endedAt)
    }
}
