import Calendars
import Merchants
import Vocabulary

/// The terms that a buyer agrees to: the charges, their dates, and dunning.
package struct PlanTerms: Hashable, Sendable {
    package var name: String
    /// The text above the amounts in Apple's sheet; the name by default.
    package var paymentDescription: String
    package let currency: Currency
    /// At most one trial, then at most one introductory phase, then the regular one.
    package var phases: [Phase]
    package var tax: Tax?
    package var managementURL: WebAddress
    package var tokenNotificationURL: WebAddress?
    package var billingAgreement: String?
    /// The limit of a variable period's amount, with tax: the buyer sees it in the sheet.
    package var maximumAmount: Money?
    /// The zone in which months and days are counted; nil for UTC.
    package var timeZone: TimeZoneName?
    package var missedPeriods: MissedPeriods = .billOnce
    package var dunning: Dunning = .default
    /// The merchant's rounding when the terms were created, so that an agreed price stays.
    package var taxRounding: Rounding = .halfAwayFromZero

    /// The plan's own tax, so that the price in the sheet is the price charged.
    package struct Tax: Hashable, Sendable {
        package let label: String
        package let rate: Rate
        package let inclusion: TaxRate.Inclusion
    }

    /// The treatment of periods that began while the server could not bill them.
    package enum MissedPeriods: String, CaseIterable, Sendable {
        /// Each is charged.
        case billEach
        /// The current period is charged, the others are free.
        case billOnce
        /// All are free; the next period is charged when it begins.
        case skip
    }

    package var calendar: TimeZoneCalendar { timeZone.calendar }

    /// The most that a regular period can cost, with tax, in minor units.
    var maximumCharge: Int64 { (maximumAmount ?? total(of: regular)).minorUnits }

    package var regular: Phase { phases[phases.count - 1] }

    package var isVariable: Bool { regular.isPending }

    /// The price of a period of a phase, with tax.
    package func total(of phase: Phase) -> Money { total(of: phase.amount) }

    /// An amount with the tax that is added to it.
    package func total(of amount: Money) -> Money {
        Money(minorUnits: amount.minorUnits + addedTax(on: amount), currency: currency)
    }

    /// The tax that is added to an amount, in minor units. It is rounded once, as all rates are
    /// (docs/rules/money.md#4).
    func addedTax(on amount: Money) -> Int64 {
        guard let tax, tax.inclusion == .added else { return 0 }
        return Int64(
            taxRounding.divide(
                Int128(amount.minorUnits) * Int128(tax.rate.millionths), by: Int128(Rate.whole)))
    }
}

extension TimeZoneName? {
    /// The zone's calendar; UTC's for nil.
    var calendar: TimeZoneCalendar { map { .init(zone: $0.text) } ?? .utc }
}
