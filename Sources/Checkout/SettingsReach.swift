import Contacts
import JSON
import Merchants
import Vocabulary

extension MerchantSettings {
    /// Adds a problem for each place in the settings that no address can ever match.
    ///
    /// Such a setting would be accepted and never apply: an excluded region would be served, or a
    /// taxed one untaxed. Only changed members are checked, so that settings from an earlier
    /// version of the server never block another change.
    package func refuseUnreachable(changing old: MerchantSettings, _ problems: Problems) {
        if excludedRegions != old.excludedRegions {
            problems.refuse(excludedRegions) { "/excludedRegions/\($0)" }
        }
        if shippingZones != old.shippingZones {
            for (zone, one) in shippingZones.enumerated() {
                for (area, two) in one.areas.enumerated() {
                    let place = { "/shippingZones/\(zone)/areas/\(area)/" }
                    problems.refuse(two.regions) { place() + "regions/\($0)" }
                    problems.refuse(two.postalCodes, of: two.country) { place() + "postalCodes" }
                }
            }
        }
        if taxRates != old.taxRates {
            for (index, rate) in taxRates.enumerated() {
                problems.refuse(rate) { "/taxRates/\(index)/" }
            }
        }
    }
}

extension Problems {
    /// The code of a setting that no address can ever match.
    private static let code = "never_applies"

    fileprivate func refuse(_ regions: [String], at pointer: (Int) -> String) {
        for (index, region) in regions.enumerated() {
            switch ContactRules.reach(ofRegion: region) {
            case .addresses: break
            case .unknown: add(pointer(index), Self.code, "ISO 3166-2 does not have this region")
            case .country(let own):
                add(pointer(index), Self.code, "this region is a separate country: \(own.code)")
            case .countryWithoutRegions:
                add(pointer(index), Self.code, "addresses in this country have no region")
            case .undecided:
                add(
                    pointer(index), Self.code,
                    "addresses in this country have no region, and no postal code identifies this one"
                )
            }
        }
    }

    fileprivate func refuse(_ spans: [PostalSpan], of country: Country, at pointer: () -> String) {
        guard !spans.isEmpty, !ContactRules.hasPostalCodes(country) else { return }
        add(pointer(), Self.code, "addresses in this country have no postal codes")
    }

    fileprivate func refuse(_ rate: TaxRate, at place: () -> String) {
        refuse(rate.region.map { [$0] } ?? []) { _ in place() + "region" }
        refuse(rate.postalCodes, of: rate.country) { place() + "postalCodes" }
        refuse(rate.excludedRegions) { place() + "excludedRegions/\($0)" }
        refuse(rate.excludedPostalCodes, of: rate.country) { place() + "excludedPostalCodes" }
        if let region = rate.region, let index = rate.excludedRegions.firstIndex(of: region) {
            add(
                place() + "excludedRegions/\(index)", Self.code,
                "this is the region of the rate itself")
        }
    }
}
