import Merchants
import Vocabulary

/// Apple's shipping method, with its price.
package struct ShippingMethod: Hashable, Sendable {
    package let label: String
    package let detail: String
    package let amount: Money
    package let identifier: String
    package let dates: DateComponentsRange?

    package init(
        label: String, detail: String, amount: Money, identifier: String,
        dates: DateComponentsRange? = nil
    ) {
        self.label = label
        self.detail = detail
        self.amount = amount
        self.identifier = identifier
        self.dates = dates
    }
}

/// Apple's `dateComponentsRange`: the expected time of delivery.
package struct DateComponentsRange: Hashable, Sendable {
    package let start: DateComponents
    package let end: DateComponents

    package init(start: DateComponents, end: DateComponents) {
        self.start = start
        self.end = end
    }

    /// A merchant's delivery window, counted from the day of the order.
    package init(_ window: DeliveryWindow, from today: CivilDate) {
        let day = today.daysSince1970
        start = DateComponents(CivilDate(day: day + Int64(window.earliestDays)))
        end = DateComponents(CivilDate(day: day + Int64(window.latestDays)))
    }
}

/// A day or an hour of the Gregorian calendar, with every unit down to the finest one used.
package struct DateComponents: Hashable, Sendable {
    package let date: CivilDate
    /// From 0 to 23.
    package let hours: Int?

    package init(_ date: CivilDate, hours: Int? = nil) {
        self.date = date
        self.hours = hours
    }
}
