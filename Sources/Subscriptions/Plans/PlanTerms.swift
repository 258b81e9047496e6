import Calendars
import Merchants
import Vocabulary

/// What a buyer agrees to: what is charged when, and what becomes of it when it is not paid.
package struct PlanTerms: Hashable, Sendable {
    package var name: String
    /// What Apple's sheet says above the amounts; the name unless said otherwise.
    package var paymentDescription: String
    package let currency: Currency
    /// At most one trial, then at most one introductory, then the regular one.
    package var phases: [Phase]
    package var tax: Tax?
    package var managementURL: WebAddress
    package var tokenNotificationURL: WebAddress?
    package var billingAgreement: String?
    /// The most that a variable period may come to, with tax: the buyer sees it in the sheet.
    package var maximumAmount: Money?
    /// By whose calendar months and days are counted.
    package var timeZone: TimeZoneName?
    package var missedPeriods: MissedPeriods = .billOnce
    package var dunning: Dunning = .usual
    /// The merchant's when the terms were made: a price that was agreed to stays.
    package var taxRounding: Rounding = .halfAwayFromZero

    /// A tax of the plan's own, so that the price that the sheet shows is the price.
    package struct Tax: Hashable, Sendable {
        package let label: String
        package let rate: Rate
        package let inclusion: TaxRate.Inclusion
    }

    /// What becomes of periods that began while nobody could bill them.
    package enum MissedPeriods: String, CaseIterable, Sendable {
        /// Each is charged.
        case billEach
        /// The one that runs is charged, the others are free.
        case billOnce
        /// All are free, and the next one is charged when it begins.
        case skip
    }

    package var calendar: TimeZoneCalendar { timeZone.map { .init(zone: $0.text) } ?? .utc }

    /// What a regular period may come to, with its tax.
    var most: Int64 { (maximumAmount ?? total(of: regular)).minorUnits }

    package var regular: Phase { phases[phases.count - 1] }

    package var isVariable: Bool { regular.isPending }

    /// What a period of a phase costs in all.
    package func total(of phase: Phase) -> Money { total(of: phase.amount) }

    /// An amount with the tax that is added to it.
    package func total(of amount: Money) -> Money {
        Money(minorUnits: amount.minorUnits + addedTax(on: amount), currency: currency)
    }

    /// Rounded once, as all rates are (money.md rule 4).
    func addedTax(on amount: Money) -> Int64 {
        guard let tax, tax.inclusion == .added else { return 0 }
        return Int64(
            taxRounding.divide(
                Int128(amount.minorUnits) * Int128(tax.rate.millionths), by: Int128(Rate.whole)))
    }
}
