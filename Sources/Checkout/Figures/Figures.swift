import Vocabulary

/// What a merchant earned in a time, what banks refused, and where its buyers gave up.
package struct Figures: Sendable {
    /// Money that was taken and given back in one step of one currency; minor units.
    package struct Volume: Sendable {
        package let at: Instant
        package let currency: Currency
        package var captured: Int64 = 0
        package var captures: Int64 = 0
        package var refunded: Int64 = 0
        package var refunds: Int64 = 0
    }

    /// Tries to pay by card that came to an end in one step.
    package struct Tries: Sendable {
        package let at: Instant
        package var approved: Int64 = 0
        package var declined: Int64 = 0
    }

    package struct Declines: Sendable {
        package let code: String
        package var count: Int64
    }

    /// What a field of the sheet cost: checkouts in which it was wrong, and those of them in which it
    /// stayed so, the last time that its question was asked, and that nobody paid or goes on with.
    package struct WrongField: Sendable {
        package let field: String
        package let checkouts: Int64
        package let lost: Int64
    }

    /// Checkouts that were opened, and those of them that are paid.
    package var opened: Int64 = 0
    package var paid: Int64 = 0
    /// Checkouts that were lost at one field or at several.
    package var lostAtField: Int64 = 0
    /// In the order of time, and of currencies by their code.
    package var volumes: [Volume] = []
    package var tries: [Tries] = []
    /// The most frequent first.
    package var declines: [Declines] = []
    /// The field that lost most first.
    package var wrongFields: [WrongField] = []

    /// A buyer who has not touched the sheet for so long will not come back to it.
    package static let patienceSeconds: Int64 = 30 * 60
}
