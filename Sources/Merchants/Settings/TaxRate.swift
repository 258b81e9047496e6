import Vocabulary

/// A tax that a merchant owes on what goes to a place; several may hold at one place.
package struct TaxRate: Hashable, Sendable {
    /// What the buyer reads on the sheet: `Sales tax`, `MwSt.`
    package let label: String
    package let country: Country
    /// By ISO 3166-2: `US-CA`; none = the whole country.
    package let region: String?
    package let rate: Rate
    package let inclusion: Inclusion
    package let taxesDelivery: Bool
    /// The items that it is for. Without any it is for delivery and for every item whose own tax
    /// code no other rate of the place names.
    package let taxCodes: [String]

    package init(
        label: String, country: Country, region: String? = nil, rate: Rate,
        inclusion: Inclusion = .added, taxesDelivery: Bool = false, taxCodes: [String] = []
    ) {
        self.label = label
        self.country = country
        self.region = region
        self.rate = rate
        self.inclusion = inclusion
        self.taxesDelivery = taxesDelivery
        self.taxCodes = taxCodes
    }

    package enum Inclusion: String, CaseIterable, Sendable {
        /// The tax comes on top of the price, as in the United States.
        case added
        /// The price contains it, as in Europe: shown to nobody, reported to the merchant.
        case included
    }
}
