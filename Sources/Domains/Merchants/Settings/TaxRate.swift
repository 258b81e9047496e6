import Vocabulary

/// A tax that a merchant owes on purchases taxed at a place; several can apply to one place.
package struct TaxRate: Hashable, Sendable {
    /// The label on the payment sheet: `Sales tax`, `MwSt.`
    package let label: String
    package let country: Country
    /// By ISO 3166-2: `US-CA`; nil = the whole country.
    package let region: String?
    /// The postal codes in the region or country that are taxed; empty = all.
    package let postalCodes: [PostalSpan]
    /// Regions of the country outside its tax territory: `ES-CN`.
    package let excludedRegions: [String]
    /// Postal codes outside the tax territory: 78266 for Büsingen in Germany.
    package let excludedPostalCodes: [PostalSpan]
    /// The part of the taxed amount that the tax is.
    package let fraction: Rate
    package let inclusion: Inclusion
    package let taxesDelivery: Bool
    /// The tax codes of the items that the rate is for. If empty, it is for every item whose tax
    /// code no rate of the place names, and for delivery if `taxesDelivery` is true.
    package let taxCodes: [String]

    package init(
        label: String, country: Country, region: String? = nil, postalCodes: [PostalSpan] = [],
        excludedRegions: [String] = [], excludedPostalCodes: [PostalSpan] = [], fraction: Rate,
        inclusion: Inclusion = .added, taxesDelivery: Bool = false, taxCodes: [String] = []
    ) {
        self.label = label
        self.country = country
        self.region = region
        self.postalCodes = postalCodes
        self.excludedRegions = excludedRegions
        self.excludedPostalCodes = excludedPostalCodes
        self.fraction = fraction
        self.inclusion = inclusion
        self.taxesDelivery = taxesDelivery
        self.taxCodes = taxCodes
    }

    package enum Inclusion: String, CaseIterable, Sendable {
        /// The tax is added to the price, as in the United States.
        case added
        /// The price includes the tax, as in Europe: the sheet does not show it, but the server
        /// reports it to the merchant.
        case included
    }
}
