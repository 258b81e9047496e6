import Vocabulary

/// A way of delivering within a zone.
package struct ZoneMethod: Hashable, Sendable {
    package let identifier: String
    package let label: String
    package let detail: String
    /// Ascending by what they begin at.
    package let prices: [Step]
    package let window: DeliveryWindow?

    package init(
        identifier: String, label: String, detail: String, prices: [Step],
        window: DeliveryWindow? = nil
    ) {
        self.identifier = identifier
        self.label = label
        self.detail = detail
        self.prices = prices
        self.window = window
    }

    /// What it costs from a value of goods on, both in minor units of the zone's currency.
    package struct Step: Hashable, Sendable {
        package let from: Int64
        package let amount: Int64

        package init(from: Int64, amount: Int64) {
            self.from = from
            self.amount = amount
        }
    }

    /// The price for goods of a value; nothing when they are worth too little for this method.
    package func amount(for goods: Int64) -> Int64? {
        prices.last { $0.from <= goods }?.amount
    }
}

/// When a delivery arrives, in days after the day on which it is ordered.
package struct DeliveryWindow: Hashable, Sendable {
    package let earliestDays: Int
    package let latestDays: Int

    package init(earliestDays: Int, latestDays: Int) {
        self.earliestDays = earliestDays
        self.latestDays = latestDays
    }
}
