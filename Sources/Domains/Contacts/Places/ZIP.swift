import Glibc

/// The location and the city names of a ZIP.
///
/// A contact needs one or two columns of a line, so each is read when it is asked for.
struct ZIP {
    private typealias Column = Slice<UnsafeBufferPointer<UInt8>>

    let state: String
    private let code: String
    private let columns: [Column]

    static func find(_ code: String) -> ZIP? {
        guard let line = Gazetteer.zips.bytes(of: code) else { return nil }
        let columns = line.split(
            separator: UInt8(ascii: "\t"), maxSplits: 5, omittingEmptySubsequences: false)
        return columns.count == 6 ? ZIP(code, columns) : nil
    }

    private init(_ code: String, _ columns: [Column]) {
        self.code = code
        self.columns = columns
        state = String(decoding: columns[0], as: UTF8.self)
    }

    private func text(_ column: Int) -> String { String(decoding: columns[column], as: UTF8.self) }

    private var county: String { text(1) }
    private var latitude: Double { degrees(2) }
    private var longitude: Double { degrees(3) }
    private var city: String { text(4) }
    /// Keys of all names in use for the place, including those that the post does not recommend.
    private var names: [Column] { columns[5].split(separator: UInt8(ascii: "|")) }

    /// Not a number, which is near no place, if the column has none.
    private func degrees(_ column: Int) -> Double { (Double(text(column)) ?? .nan) / 100 }

    /// `Cupertino, CA`; `APO, AE`.
    var place: String { "\(isMilitary ? city.uppercased() : city), \(state)" }

    /// True for military mail, whose cities are ships and bases.
    private var isMilitary: Bool { ZIP.isMilitary(state) }

    private static func isMilitary(_ state: String) -> Bool {
        state == "AA" || state == "AE" || state == "AP"
    }

    /// Army, fleet and diplomatic post offices, which the state may follow: `APO AE`.
    private static let militaryCities = ["apo", "fpo", "dpo"]

    private func isKnown(_ city: String) -> Bool { Gazetteer.cities.contains(city) }

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
        if !inState.isEmpty, ZIP.townshipStates.contains(state) { return true }
        if let stated, stated == state, inState.isEmpty { return true }
        if !inState.isEmpty, inState.count <= ZIP.townZIPsMax, isOfLargeCity { return true }
        return others.contains { $0.code.prefix(3) == code.prefix(3) || isNear($0) }
    }

    /// Parts of large cities share the names of small towns in the same state: Buckhead in Atlanta.
    private var isOfLargeCity: Bool {
        let all = Gazetteer.cities.value(of: CityName.key(city)) ?? ""
        return all.split(separator: ",").count { $0.prefix(2) == code.prefix(2) }
            >= ZIP.largeCityZIPs
    }

    /// New Jersey has five Washingtons and many townships with the name of a town elsewhere.
    private static let townshipStates: Set<String> = ["NJ"]

    /// True if a city with this name lies in a state.
    static func isKnown(_ city: String, inState state: String) -> Bool {
        let elsewhere = Gazetteer.cities.value(of: CityName.key(city)) ?? ""
        return elsewhere.split(separator: ",").contains {
            ZIP.find(String($0))?.state == state
        }
    }

    /// The number of ZIPs from which a city counts as large; at most `townZIPsMax` make a small
    /// town.
    private static let largeCityZIPs = 20
    private static let townZIPsMax = 3

    private func isOne(of key: String) -> Bool {
        let names = names
        if names.contains(where: { $0.elementsEqual(key.utf8) }) { return true }
        let letters = Array(key.unicodeScalars)
        return names.contains { name in
            let other = Array(String(decoding: name, as: UTF8.self).unicodeScalars)
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
