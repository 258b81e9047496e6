import Vocabulary

/// Where a parcel goes, in the forms that shipping zones, tax rates and policies compare with.
package struct Destination: Hashable, Sendable {
    /// Of Puerto Rico and the other territories of the United States: the United States.
    package let country: Country
    /// The territory's own country code, when it has one beside its region: PR for `US-PR`.
    package let territory: Country?
    /// By ISO 3166-2 (`US-CA`), and the postal service's AA, AE and AP for the armed forces.
    package let region: String?
    /// Normalised, in the US its first five digits; nil when absent or unreadable.
    package let postalCode: PostalCode?

    package init(
        country: Country, territory: Country? = nil, region: String? = nil,
        postalCode: PostalCode? = nil
    ) {
        self.country = country
        self.territory = territory
        self.region = region
        self.postalCode = postalCode
    }

    /// Whether this place belongs to a country, by its own code or by its sovereign's.
    package func isIn(_ country: Country) -> Bool {
        country == self.country || country == territory
    }

    /// Whether this place is in a region, written as `US-HI` or, where its country is known, `HI`.
    package func isIn(region: String) -> Bool {
        guard let own = self.region else { return false }
        return region == own || region.utf8.elementsEqual(own.utf8.dropFirst(3))
    }

    /// Whether this place has a postal code that the rule means.
    package func matches(_ rule: PostalRule) -> PostalRule.Match {
        guard isIn(rule.country), let postalCode else { return .no }
        return rule.matches(postalCode)
    }
}
