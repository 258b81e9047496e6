import CPlaces
import Vocabulary

/// The tables of places that bin/places generates and the binary contains: names of countries,
/// regions of countries, the ZIPs and cities of the United States, top-level domains, and the
/// districts of China's cities. Empty if the build had no such files.
enum Gazetteer {
    /// The regions of one country.
    struct Regions: Sendable {
        enum Use { case required, optional, unused }

        /// The post's use of the region in an address.
        let use: Use
        /// By ISO 3166-2 code without the country: the post's own name or abbreviation, the English
        /// name, and the region that contains it (empty at the first level).
        let names: [String: (postalName: String, english: String, parent: String)]
        /// Prefixes of postal codes, each with its regions, separated by commas.
        let beginnings: SortedLines
        /// True if all codes with a listed prefix lie in its region, so that the prefix decides for
        /// a code whose end redaction removed.
        let isExact: Bool
        /// Keys of its local names, in Latin letters and in English; `-` for a name that several
        /// regions have.
        let own: SortedLines
        /// Keys of its names in other languages.
        let others: SortedLines
        /// A postal code that several regions share, a space and the key of a city, each with the
        /// city's region. A key that two of these regions have is missing.
        let cities: SortedLines
    }

    /// Country names in the languages of docs/operate/data.md, as keys.
    static let countries = SortedLines(file(paysheet_country_names))

    static let regions: [Country: Regions] = read(file(paysheet_regions))

    /// A ZIP's state, county, latitude and longitude in hundredths of a degree, city, and the keys
    /// of its names.
    static let zips = SortedLines(file(paysheet_zips))

    /// The ZIPs of a city, by its key.
    static let cities = SortedLines(file(paysheet_cities))

    /// The top-level domains, in lowercase and in punycode.
    static let topDomains = SortedLines(file(paysheet_tlds))

    /// The districts of China's cities, and the cities without districts.
    static let districts = SortedLines(file(paysheet_districts))

    private static func file(
        _ open: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?
    ) -> UnsafeBufferPointer<UInt8> {
        var length = 0
        let start = open(&length)
        return UnsafeBufferPointer(start: start, count: length)
    }

    /// Reads sections of `=CC S 12 34 56 78 90`, each followed by five blocks of these lengths in
    /// bytes.
    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> [Country: Regions] {
        var regions: [Country: Regions] = [:]
        var place = 0
        while place < bytes.count {
            guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) else { break }
            let head = String(decoding: bytes[place..<end], as: UTF8.self).split(separator: " ")
            let sizes = head.dropFirst(2).compactMap { Int($0) }
            guard head.count == 7, sizes.count == 5,
                let country = Country(String(head[0].dropFirst()))
            else { break }
            place = end + 1
            let blocks = sizes.map { size in
                defer { place += size }
                return SortedLines(UnsafeBufferPointer(rebasing: bytes[place..<place + size]))
            }
            var names: [String: (postalName: String, english: String, parent: String)] = [:]
            for columns in blocks[0] where columns.count == 4 {
                names[String(columns[0])] = (
                    String(columns[1]), String(columns[2]), String(columns[3])
                )
            }
            let kind = head[1]
            regions[country] = Regions(
                use: kind.hasPrefix("S") ? .required : kind.hasPrefix("n") ? .unused : .optional,
                names: names, beginnings: blocks[1], isExact: kind.hasSuffix("x"),
                own: blocks[2], others: blocks[3], cities: blocks[4])
        }
        return regions
    }
}
