import Vocabulary

extension Examination {
    /// Reports an address that the merchant does not serve. It uses the normalized place, so that a
    /// misspelled state, or one that only the ZIP tells, counts as well.
    mutating func examineServability() {
        guard role == .shipping, requires(.postalAddress), let destination else { return }
        let (country, territory) = (destination.country, destination.territory)
        if let allowed = policy.allowedCountries, !allowed.contains(country),
            territory.map({ !allowed.contains($0) }) ?? true
        {
            reportUnserviceable(.countryNotServed(territory ?? country))
        } else if policy.excludedRegions.contains(where: destination.isIn(region:)) {
            reportUnserviceable(.regionNotServed(regionName(of: destination)))
        } else if !policy.deliversToPostOfficeBoxes,
            normalized.addressLines.contains(where: PostOfficeBox.isOne)
        {
            reportUnserviceable(.postOfficeBoxNotServed)
        }
    }

    private func regionName(of destination: Destination) -> String {
        // Réunion's region is France's FR-974.
        let region = destination.region ?? ""
        let code = String(region.dropFirst(3))
        let country = Country(String(region.prefix(2))) ?? destination.country
        return RegionTable.of(country)?.name(of: code) ?? code
    }
}
