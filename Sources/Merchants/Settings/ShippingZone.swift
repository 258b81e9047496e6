import Vocabulary

/// A place that a merchant delivers to, and how. The first zone of the list that holds the place
/// decides, so the narrow ones come first.
package struct ShippingZone: Hashable, Sendable {
    package let name: String
    package let areas: [ShippingArea]
    /// The currency of the prices; a checkout in another one does not see this zone.
    package let currency: Currency
    /// In the order in which they are offered; the first one is chosen at first.
    package let methods: [ZoneMethod]

    package init(
        name: String, areas: [ShippingArea], currency: Currency, methods: [ZoneMethod]
    ) {
        self.name = name
        self.areas = areas
        self.currency = currency
        self.methods = methods
    }
}

/// A country, or a part of one by region or postal code.
package struct ShippingArea: Hashable, Sendable {
    package let country: Country
    /// By ISO 3166-2: `US-CA`; empty = every region.
    package let regions: [String]
    /// Empty = every postal code.
    package let postalCodes: [PostalSpan]

    package init(country: Country, regions: [String] = [], postalCodes: [PostalSpan] = []) {
        self.country = country
        self.regions = regions
        self.postalCodes = postalCodes
    }
}

/// Postal codes that begin alike, or that lie between two.
package enum PostalSpan: Hashable, Sendable {
    case prefix(String)
    /// Both ends belong to it; only digits, equally many.
    case range(String, String)
}
