import Vocabulary

/// An area with the shipping methods that a merchant offers there. The first zone in the list that
/// contains the address applies, so merchants list narrow zones first.
package struct ShippingZone: Hashable, Sendable {
    package let name: String
    package let areas: [ShippingArea]
    /// The currency of the prices; the zone does not apply to checkouts in other currencies.
    package let currency: Currency
    /// In the order in which the sheet shows them; the first is preselected.
    package let methods: [ZoneMethod]

    package init(name: String, areas: [ShippingArea], currency: Currency, methods: [ZoneMethod]) {
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

/// Postal codes with a common prefix, or in a range.
package enum PostalSpan: Hashable, Sendable {
    case prefix(String)
    /// Both ends are inclusive; they have only digits, and the same number of them.
    case range(String, String)
}
