import Vocabulary

/// The place of a shipment, in the form that shipping zones, tax rates and policies compare with.
package struct Destination: Hashable, Sendable {
    /// The United States for Puerto Rico and its other territories.
    package let country: Country
    /// The territory's own country code, if it has one in addition to its region: PR for `US-PR`.
    package let territory: Country?
    /// By ISO 3166-2 (`US-CA`), and the postal service's AA, AE and AP for the armed forces.
    package let region: String?
    /// The regions that contain `region`: FR-IDF for FR-75.
    private let parents: [String]
    /// In normal spelling, a ZIP with its first five digits; nil if missing or unreadable.
    package let postalCode: PostalCode?

    package init(
        country: Country, territory: Country? = nil, region: String? = nil,
        postalCode: PostalCode? = nil
    ) {
        self.country = country
        self.territory = territory
        self.region = region
        parents = region.map(RegionTable.parents(ofRegion:)) ?? []
        self.postalCode = postalCode
    }

    /// True if this place belongs to a country, by its own code or its sovereign's.
    package func isIn(_ country: Country) -> Bool {
        country == self.country || country == territory
    }

    /// True if this place is in a region of ISO 3166-2 at either level, written as `US-HI` or, if
    /// its country is known, `HI`.
    package func isIn(region: String) -> Bool {
        guard let own = self.region else { return false }
        return Destination.isSame(region, own)
            || parents.contains { Destination.isSame(region, $0) }
    }

    private static func isSame(_ region: String, _ own: String) -> Bool {
        region == own || region.utf8.elementsEqual(own.utf8.dropFirst(3))
    }

    /// True if this place is in a region of a country. Réunion is both the country RE and the
    /// region FR-974.
    package func isIn(_ country: Country, region: String) -> Bool {
        guard isIn(region: region) else { return false }
        let own = [self.region].compactMap(\.self) + parents
        return isIn(country) || own.contains { $0.hasPrefix(country.code + "-") }
    }

    /// True if this place is a territory that uses the postal codes of a country: a rule for
    /// France's codes from 97 on applies in Réunion, whose country is RE.
    package func usesCodes(of country: Country) -> Bool {
        postalCode.map { PostalTerritory.country(of: $0, in: country) == self.country } ?? false
    }

    /// Compares this place's postal code with a rule.
    package func matches(_ rule: PostalRule) -> PostalRule.Match {
        guard isIn(rule.country), let postalCode else { return .no }
        return rule.matches(postalCode)
    }
}
