import CPlaces
import Vocabulary

/// What the binary carries of places, as bin/places wrote it: names of countries, the regions of
/// those whose addresses have them, and the ZIPs of the United States. Empty where the build had no such files.
enum Gazetteer {
    /// The regions of one country.
    struct Regions: Sendable {
        enum Use { case required, optional, unused }

        /// Whether the post wants the region in an address.
        let use: Use
        /// By ISO 3166-2 without the country: the post's own name or abbreviation, and the English name.
        let names: [String: (post: String, english: String)]
        /// With what the postal codes of a region begin; `-` where two regions share it.
        let beginnings: SortedLines
        /// Keys of its names at home, in Latin letters and in English; `-` for a name of several.
        let own: SortedLines
        /// Keys of its names in other languages.
        let others: SortedLines
    }

    /// Country names in the languages of docs/data.md, as keys.
    static let countries = SortedLines(file(paysheet_country_names))

    static let regions: [Country: Regions] = read(file(paysheet_regions))

    /// A ZIP's state, county, latitude and longitude in hundredths of a degree, city, and the keys of its
    /// names.
    static let zips = SortedLines(file(paysheet_zips))

    /// The ZIPs of a city's key.
    static let cities = SortedLines(file(paysheet_cities))

    /// The top-level domains, in small letters and as punycode.
    static let topDomains = SortedLines(file(paysheet_tlds))

    /// The districts of China's cities, and the cities without any.
    static let districts = SortedLines(file(paysheet_districts))

    private static func file(
        _ open: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?
    ) -> UnsafeBufferPointer<UInt8> {
        var length = 0
        let start = open(&length)
        return UnsafeBufferPointer(start: start, count: length)
    }

    /// Reads parts of `=CC S 12 34 56 78` and then four blocks of so many bytes.
    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> [Country: Regions] {
        var regions: [Country: Regions] = [:]
        var place = 0
        while place < bytes.count {
            guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) else { break }
            let head = String(decoding: bytes[place..<end], as: UTF8.self).split(separator: " ")
            let sizes = head.dropFirst(2).compactMap { Int($0) }
            guard head.count == 6, sizes.count == 4,
                let country = Country(String(head[0].dropFirst()))
            else { break }
            place = end + 1
            let blocks = sizes.map { size in
                defer { place += size }
                return SortedLines(UnsafeBufferPointer(rebasing: bytes[place..<place + size]))
            }
            var names: [String: (post: String, english: String)] = [:]
            for columns in blocks[0] where columns.count == 3 {
                names[String(columns[0])] = (String(columns[1]), String(columns[2]))
            }
            regions[country] = Regions(
                use: head[1] == "S" ? .required : head[1] == "n" ? .unused : .optional,
                names: names, beginnings: blocks[1], own: blocks[2],
                others: blocks[3])
        }
        return regions
    }
}
