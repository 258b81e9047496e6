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
            problems.addUnreachable(excludedRegions) { "/excludedRegions/\($0)" }
        }
        if shippingZones != old.shippingZones {
            for (zoneIndex, zone) in shippingZones.enumerated() {
                for (areaIndex, area) in zone.areas.enumerated() {
                    let place = { "/shippingZones/\(zoneIndex)/areas/\(areaIndex)/" }
                    problems.addUnreachable(area.regions) { place() + "regions/\($0)" }
                    problems.addUnreachable(area.postalCodes, of: area.country, in: area.regions) {
                        place() + "postalCodes"
                    }
                }
            }
        }
        if taxRates != old.taxRates {
            for (index, rate) in taxRates.enumerated() {
                problems.addUnreachable(rate) { "/taxRates/\(index)/" }
            }
        }
    }
}

extension Problems {
    /// The code of a setting that no address can ever match.
    private static let code = "never_applies"

    fileprivate func addUnreachable(_ regions: [String], at pointer: (Int) -> String) {
        for (index, region) in regions.enumerated() {
            switch ContactRules.reach(ofRegion: region) {
            case .addresses: break
            case .unknown:
                add(
                    pointer(index), Self.code,
                    "no address has this region: send one that addresses contain, such as US-HI")
            case .country(let own):
                add(pointer(index), Self.code, "this region is a separate country: \(own.code)")
            case .countryWithoutRegions:
                add(pointer(index), Self.code, "addresses in this country have no region")
            case .undecided:
                add(
                    pointer(index), Self.code,
                    "addresses in this country have no region, and no postal code identifies this region"
                )
            }
        }
    }

    /// - Parameter regions: the regions that the same rule names; empty for the whole country.
    fileprivate func addUnreachable(
        _ spans: [PostalSpan], of country: Country, in regions: [String], at pointer: () -> String
    ) {
        guard !spans.isEmpty else { return }
        guard ContactRules.hasPostalCodes(country) else {
            add(pointer(), Self.code, "addresses in this country have no postal codes")
            return
        }
        for (index, span) in spans.enumerated() {
            let starts = span.starts
            guard starts.contains(where: { ContactRules.isStartOfCode($0, in: country) }) else {
                add(
                    pointer() + "/\(index)", Self.code,
                    "no postal code of this country begins with this")
                continue
            }
            let isReached =
                regions.isEmpty
                || regions.contains { region in
                    starts.contains {
                        ContactRules.canBelong(codesFrom: $0, of: country, in: region)
                    }
                }
            if !isReached {
                add(
                    pointer() + "/\(index)", Self.code,
                    "these postal codes are outside the regions of this rule")
            }
        }
    }

    fileprivate func addUnreachable(_ rate: TaxRate, at place: () -> String) {
        addUnreachable(rate.region.map { [$0] } ?? []) { _ in place() + "region" }
        addUnreachable(rate.postalCodes, of: rate.country, in: rate.region.map { [$0] } ?? []) {
            place() + "postalCodes"
        }
        addUnreachable(rate.excludedRegions) { place() + "excludedRegions/\($0)" }
        addUnreachable(rate.excludedPostalCodes, of: rate.country, in: []) {
            place() + "excludedPostalCodes"
        }
        if let region = rate.region, let index = rate.excludedRegions.firstIndex(of: region) {
            add(
                place() + "excludedRegions/\(index)", Self.code,
                "the rate cannot exclude its own region")
        }
    }
}

extension PostalSpan {
    /// Prefixes that together cover every code of the span and few others: for the range from 10117
    /// to 10245 the prefixes 101 and 102.
    fileprivate var starts: [String] {
        switch self {
        case .prefix(let prefix): return [prefix]
        case .range(let from, let to):
            let common = zip(from, to).prefix { $0 == $1 }.map { String($0.0) }.joined()
            guard common.utf8.count < from.utf8.count else { return [from] }
            let next = { (text: String) in text.dropFirst(common.count).first?.wholeNumberValue ?? 0
            }
            return (next(from)...max(next(from), next(to))).map { common + String($0) }
        }
    }
}
