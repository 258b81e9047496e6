import Vocabulary

/// A shipping method within a zone.
package struct ZoneMethod: Hashable, Sendable {
    package let identifier: String
    package let label: String
    package let detail: String
    /// In ascending order of `from`.
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

    /// The price of the method from this value of goods on, both in minor units of the zone's
    /// currency.
    package struct Step: Hashable, Sendable {
        package let from: Int64
        package let amount: Int64

        package init(from: Int64, amount: Int64) {
            self.from = from
            self.amount = amount
        }
    }

    /// Returns the price for goods of this value, or nil if they are worth too little for this
    /// method.
    package func amount(for goods: Int64) -> Int64? {
        prices.last { $0.from <= goods }?.amount
    }
}

/// The arrival of a delivery, in days after the day of the order.
package struct DeliveryWindow: Hashable, Sendable {
    package let earliestDays: Int
    package let latestDays: Int

    package init(earliestDays: Int, latestDays: Int) {
        self.earliestDays = earliestDays
        self.latestDays = latestDays
    }
}
