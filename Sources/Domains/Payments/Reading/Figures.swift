import Vocabulary

/// A merchant's revenue in a time span, the declines, and the fields at which buyers gave up.
package struct Figures: Sendable {
    /// Captures and refunds that started in one step, of one currency, in minor units.
    package struct Volume: Sendable {
        package let at: Instant
        package let currency: Currency
        package var captured: Int64 = 0
        package var captures: Int64 = 0
        package var refunded: Int64 = 0
        package var refunds: Int64 = 0
    }

    /// Card attempts with an outcome, by the step in which they started.
    package struct AttemptCounts: Sendable {
        package let at: Instant
        package var approved: Int64 = 0
        package var declined: Int64 = 0
    }

    package struct Declines: Sendable {
        package let code: String
        package var count: Int64
    }

    /// The losses at a field of the sheet: checkouts in which it had an error, and those of them
    /// that were lost, because the field's last update still had the error and the buyer neither
    /// paid nor continues.
    package struct FieldErrors: Sendable {
        package let field: String
        package let checkouts: Int64
        package let lost: Int64
    }

    /// Checkouts that were opened, and those of them that are paid.
    package var opened: Int64 = 0
    package var paid: Int64 = 0
    /// Checkouts lost at one or more fields.
    package var lostAtField: Int64 = 0
    /// By currency code, then by time.
    package var volumes: [Volume] = []
    package var attemptCounts: [AttemptCounts] = []
    /// The most frequent first.
    package var declines: [Declines] = []
    /// The field that lost most checkouts first.
    package var fieldErrors: [FieldErrors] = []

    /// After this long without a change, the buyer is unlikely to return to the sheet.
    package static let abandonedAfterSeconds: Int64 = 30 * 60
}
