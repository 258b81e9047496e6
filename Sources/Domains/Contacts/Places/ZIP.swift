import Glibc

/// The location and the city names of a ZIP.
struct ZIP {
    let state: Substring
    private let code: String
    private let county: Substring
    private let latitude: Double
    private let longitude: Double
    private let city: Substring
    /// Keys of all names in use for the place, including those that the post does not recommend.
    private let names: [Substring]

    static func find(_ code: String) -> ZIP? {
        guard let line = Gazetteer.zips.value(of: code) else { return nil }
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard columns.count == 6, let latitude = Double(columns[2]),
            let longitude = Double(columns[3])
        else { return nil }
        return ZIP(
            state: columns[0], code: code, county: columns[1], latitude: latitude / 100,
            longitude: longitude / 100, city: columns[4], names: columns[5].split(separator: "|"))
    }

    /// `Cupertino, CA`; `APO, AE`.
    var place: String { "\(isMilitary ? city.uppercased() : String(city)), \(state)" }

    /// True for military mail, whose cities are ships and bases.
    private var isMilitary: Bool { ZIP.isMilitary(String(state)) }

    private static func isMilitary(_ state: String) -> Bool {
        state == "AA" || state == "AE" || state == "AP"
    }

    /// Army, fleet and diplomatic post offices, which the state may follow: `APO AE`.
    private static let militaryCities = ["apo", "fpo", "dpo"]

    private func isKnown(_ city: String) -> Bool { Gazetteer.cities.value(of: city) != nil }

    /// True if a city may appear with this ZIP: the name, possibly misspelled, belongs to the ZIP,
    /// the city is nearby, or the name is unknown. Only a city that exists elsewhere and not nearby
    /// is refused (docs/rules/contacts.md#4.3).
    ///
    /// - Parameter stated: the state in the address. If it agrees with the ZIP, a name that exists
    ///   only in other states counts as a part of a city: `Chelsea` in Seattle.
    func allows(city text: String, inState stated: String? = nil) -> Bool {
        let key = CityName.key(text)
        guard !key.isEmpty, !isOne(of: key) else { return true }
        // A ship has no town: `New York, AE` was once written, but Los Angeles is in California.
        let isMilitaryCity = ZIP.militaryCities.contains {
            key.hasPrefix($0) && key.utf8.count <= 5
        }
        if isMilitary {
            return isMilitaryCity || stated.map(ZIP.isMilitary) ?? true || !isKnown(key)
        }
        if isMilitaryCity { return false }
        guard let elsewhere = Gazetteer.cities.value(of: key) else { return true }
        let others = elsewhere.split(separator: ",").compactMap { ZIP.find(String($0)) }
        let inState = others.filter { $0.state == state }
        if !inState.isEmpty, ZIP.townshipStates.contains(String(state)) { return true }
        if let stated, stated == state, inState.isEmpty { return true }
        if !inState.isEmpty, inState.count <= ZIP.townZIPsMax, isOfLargeCity { return true }
        return others.contains { $0.code.prefix(3) == code.prefix(3) || isNear($0) }
    }

    /// Parts of large cities share the names of small towns in the same state: Buckhead in Atlanta.
    private var isOfLargeCity: Bool {
        let all = Gazetteer.cities.value(of: CityName.key(String(city))) ?? ""
        return all.split(separator: ",").count { $0.prefix(2) == code.prefix(2) }
            >= ZIP.largeCityZIPs
    }

    /// New Jersey has five Washingtons and many townships with the name of a town elsewhere.
    private static let townshipStates: Set<String> = ["NJ"]

    /// True if a city with this name lies in a state.
    static func isKnown(_ city: String, inState state: String) -> Bool {
        let elsewhere = Gazetteer.cities.value(of: CityName.key(city)) ?? ""
        return elsewhere.split(separator: ",").contains {
            ZIP.find(String($0))?.state == state[...]
        }
    }

    /// The number of ZIPs from which a city counts as large; at most `townZIPsMax` make a small
    /// town.
    private static let largeCityZIPs = 20
    private static let townZIPsMax = 3

    private func isOne(of key: String) -> Bool {
        let letters = Array(key.unicodeScalars)
        return names.contains { name in
            if name == key { return true }
            let other = Array(name.unicodeScalars)
            let limit = Misspelling.limit(forLength: min(letters.count, other.count))
            return limit > 0 && Misspelling.distance(letters, other, atMost: limit) != nil
        }
    }

    private func isNear(_ other: ZIP) -> Bool {
        other.county == county || milesTo(other) <= ZIP.nearMiles
    }

    /// Within this distance mail may use the next town's name.
    private static let nearMiles = 25.0

    private func milesTo(_ other: ZIP) -> Double {
        let degrees = 69.17
        let north = (latitude - other.latitude) * degrees
        let east = (longitude - other.longitude) * degrees * cos(latitude * .pi / 180)
        return (north * north + east * east).squareRoot()
    }
}
