import Contacts
import Merchants

extension TaxRate {
    /// True if this rate taxes a purchase at a place.
    ///
    /// If a cut postal code leaves it open, the rate applies: the sheet may show more than the full
    /// address costs, but never less (docs/rules/money.md#6).
    func isAt(_ place: Destination) -> Bool {
        let isInCountry =
            region.map { place.isIn(country, region: $0) }
            ?? (place.isIn(country) || (!postalCodes.isEmpty && place.usesCodes(of: country)))
        guard isInCountry else { return false }
        if !postalCodes.isEmpty, postalCodes.match(place, in: country) == .no { return false }
        if excludedRegions.contains(where: place.isIn(region:)) { return false }
        return excludedPostalCodes.isEmpty
            || excludedPostalCodes.match(place, in: country) != .yes
    }
}
