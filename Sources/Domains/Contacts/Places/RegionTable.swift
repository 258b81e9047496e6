import Vocabulary

/// The states or provinces of a country whose addresses contain them.
struct RegionTable: Sendable {
    /// Codes by the keys of names that are maintained by hand.
    private let byHand: [String: String]
    /// English names, for messages to the buyer.
    private let englishNames: [String: String]
    private let regions: Gazetteer.Regions?
    /// True if an address requires a region, so that unreadable text is an error.
    let isRequired: Bool
    /// True if addresses contain a region at all. Otherwise the buyer's text is not changed.
    let isUsed: Bool
    /// The lengths of the shared codes, which the list may shorten: `K1A` of Canada.
    private let sharedLengths: [Int]

    static func of(_ country: Country) -> RegionTable? { table[country.index] }

    private static let table: [RegionTable?] = {
        var table = [RegionTable?](repeating: nil, count: Country.indexEnd)
        for (country, regions) in Gazetteer.regions {
            table[country.index] = RegionTable("", regions)
        }
        for (code, data) in [("US", unitedStatesData), ("CA", canadaData), ("AU", australiaData)] {
            guard let country = Country(code) else { continue }
            table[country.index] = RegionTable(data, Gazetteer.regions[country])
        }
        return table
    }()

    /// - Parameter data: lines of `CODE Name|other name|…`.
    private init(_ data: String, _ regions: Gazetteer.Regions?) {
        var byHand: [String: String] = [:]
        var englishNames = regions?.names.mapValues(\.english) ?? [:]
        for line in data.split(separator: "\n") {
            guard let blank = line.firstIndex(of: " ") else { continue }
            let code = String(line[..<blank])
            let spellings = line[line.index(after: blank)...].split(separator: "|")
            byHand[FoldedText.key(code)] = code
            for name in spellings { byHand[FoldedText.key(String(name))] = code }
            englishNames[code] = spellings.first.map(String.init)
        }
        self.byHand = byHand
        self.englishNames = englishNames
        self.regions = regions
        isRequired = !data.isEmpty || regions?.use == .required
        isUsed = !data.isEmpty || regions?.use != .unused
        let lengths = regions?.cities.map { $0[0].utf8.prefix { $0 != 0x20 }.count } ?? []
        sharedLengths = Set(lengths).sorted()
    }

    func has(_ code: String) -> Bool { englishNames[code] != nil }

    var codes: [String] { englishNames.keys.sorted() }

    /// The region's English name.
    func name(of code: String) -> String? { englishNames[code] }

    /// The region as the country's post writes it: `CA`, `東京都`. In Latin letters it is the English
    /// name if the post has no abbreviation.
    func postalName(_ code: String, inLatin: Bool) -> String {
        guard let names = regions?.names[code], byHand.isEmpty else { return code }
        if names.postalName.utf8.count <= 3 { return names.postalName }
        return inLatin && names.postalName.unicodeScalars.contains { $0.value > 0x24F }
            ? names.english : names.postalName
    }

    /// The regions in which a postal code may lie: those of all listed prefixes of the code.
    ///
    /// Posts' patterns overlap: in Japan 63 is Nara's, and 630 is Osaka's as well. So a longer
    /// prefix adds a region, and removes none.
    func regions(of code: PostalCode, in country: Country) -> [String] {
        guard let regions, !regions.beginnings.isEmpty, regions.isExact || !code.isRedacted else {
            return []
        }
        var found: [String] = []
        let signs = RegionTable.signs(of: code, in: country)
        for length in signs.indices.map({ $0 + 1 }) {
            let listed = signs[..<length].withUnsafeBufferPointer(regions.beginnings.value(of:))
            for region in listed?.split(separator: ",") ?? [] where !found.contains(String(region))
            {
                found.append(String(region))
            }
        }
        if found.isEmpty { return sharedRegions(signs, regions.cities) }
        guard found.count > 1 else { return found }
        // Orkney's KW15 is a part of Scotland's KW.
        return found.filter { region in !found.contains { parents(of: $0).contains(region) } }
    }

    /// The regions of all listed codes with a beginning, and of the prefixes of it.
    func regions(beginning start: [UInt8]) -> Set<String> {
        guard let regions else { return [] }
        var found: Set<String> = []
        for line in regions.beginnings where line.count == 2 {
            let prefix = line[0].utf8
            guard prefix.starts(with: start) || start.starts(with: prefix) else { continue }
            found.formUnion(line[1].split(separator: ",").map(String.init))
        }
        guard !found.isEmpty else { return [] }
        return found.union(regions.cities.values(beginningWith: start))
    }

    /// The regions of the cities that share a code; empty if the list has cities of one only,
    /// because those of the others may have had no name of their own.
    private func sharedRegions(_ signs: [UInt8], _ cities: SortedLines) -> [String] {
        guard !cities.isEmpty else { return [] }
        let found = Set(starts(signs).flatMap(cities.values(beginningWith:)))
        return found.count > 1 ? found.sorted() : []
    }

    /// Prefixes of the lines that list the cities of a shared postal code.
    private func starts(_ signs: [UInt8]) -> [[UInt8]] {
        sharedLengths.filter { $0 <= signs.count }.map { signs[..<$0] + [0x20] }
    }

    /// The region of a city that shares its postal code with a city of another region: 69434 is
    /// Hirschhorn's in Hesse and Heddesbach's in Baden-Württemberg.
    func region(ofCity city: String, _ code: PostalCode, in country: Country) -> String? {
        guard let cities = regions?.cities, !cities.isEmpty else { return nil }
        let signs = RegionTable.signs(of: code, in: country)
        // Most codes have one region, so the city's key is made only for a shared code.
        let starts = starts(signs).filter { !cities.values(beginningWith: $0).isEmpty }
            .map { String(decoding: $0, as: UTF8.self) }
        guard !starts.isEmpty else { return nil }
        // `Hirschhorn (Neckar)`, `Hirschhorn/Neckar`.
        let names = [city, String(city.prefix { !"(/,".contains($0) })].flatMap { name in
            [FoldedText.key(name)] + RegionTable.withOtherSaint(name)
        }
        return starts.lazy.flatMap { start in names.lazy.map { start + $0 } }
            .compactMap(cities.value(of:)).first
    }

    /// The keys of a city's name with its word for saint written out, or shortened: `St. Lorenz` is
    /// Sankt Lorenz. The abbreviation does not tell the language.
    private static func withOtherSaint(_ city: String) -> [String] {
        let words = city.split { !$0.isLetter && !$0.isNumber }.map { FoldedText.key(String($0)) }
        for (place, word) in words.enumerated() {
            guard let others = saints[word] else { continue }
            return others.map { other in
                (words[..<place] + [other] + words[(place + 1)...]).joined()
            }
        }
        return []
    }

    private static let saints: [String: [String]] = [
        "st": ["sankt", "saint", "sint"], "ste": ["sainte"], "sankt": ["st"], "saint": ["st"],
        "sint": ["st"], "sainte": ["ste"], "s": ["sao", "santo", "santa", "san"], "sta": ["santa"],
        "sto": ["santo"], "sv": ["svaty", "svata", "svate", "sveti", "sveta"],
        "sw": ["swiety", "swieta", "swiete"], "szt": ["szent"], "св": ["свети", "света", "свето"],
    ]

    /// A code without its separators. A British outward code keeps the space after it, because SY1
    /// is not a prefix of SY10.
    private static func signs(of code: PostalCode, in country: Country) -> [UInt8] {
        guard country.code == "GB" else {
            return code.text.utf8.filter { $0 != 0x20 && $0 != 0x2D }
        }
        return Array(code.text.utf8) + (code.isRedacted ? [0x20] : [])
    }

    /// The regions that contain a region, with country codes: `FR-IDF` for `FR-75`, and `NL-BQ1`
    /// for `BQ-BO`.
    static func parents(ofRegion region: String) -> [String] {
        guard let country = Country(String(region.prefix(2))), let table = of(country) else {
            return []
        }
        let parents = table.parents(of: String(region.dropFirst(3))).map { country.code + "-" + $0 }
        return parents + [PostalTerritory.sovereignRegion(of: region)].compactMap(\.self)
    }

    /// The regions that contain a region, the smallest first: Île-de-France for Paris.
    func parents(of code: String) -> [String] {
        var parents: [String] = []
        var next = regions?.names[code]?.parent ?? ""
        while !next.isEmpty, !parents.contains(next) {
            parents.append(next)
            next = regions?.names[next]?.parent ?? ""
        }
        return parents
    }

    /// The regions that some postal code decides, alone or with the city, and those that contain
    /// such a region; for countries whose address form has none. By the country's index.
    static let decidedByCode: [Set<String>] = table.map { table in
        guard let table, !table.isUsed, let regions = table.regions else { return [] }
        let decided = Set(
            [regions.beginnings, regions.cities].joined().compactMap {
                $0.count == 2 && !$0[1].contains(",") ? String($0[1]) : nil
            })
        return decided.union(decided.flatMap(table.parents(of:)))
    }

    /// The smaller region if one contains the other, or the region itself if both are the same.
    func narrower(_ one: String, _ other: String) -> String? {
        if one == other || parents(of: one).contains(other) { return one }
        return parents(of: other).contains(one) ? other : nil
    }
}

extension RegionTable {
    /// The region that a text names.
    struct Meaning {
        let code: String
        /// True if a misspelled name was corrected.
        var isMisspelled = false
        /// True if it is a local name, in Latin letters or in English.
        var isByName = false
    }

    /// The region's spelling in the address: the post's abbreviation; or the buyer's text, if it is
    /// one of the region's names; or the post's name.
    func spelling(of meaning: Meaning, given text: String?) -> String {
        if !isUsed, let text { return text }
        let isLatin = text?.unicodeScalars.allSatisfy { $0.value <= 0x24F } ?? true
        let postalName = postalName(meaning.code, inLatin: isLatin)
        guard let text, byHand.isEmpty, postalName.utf8.count > 3, meaning.isByName else {
            return postalName
        }
        return text
    }

    /// The result of reading a text.
    enum Reading {
        case one(Meaning)
        /// A name of several regions, such as Chiayi, the city and the county.
        case several
        case unknown

        var meaning: Meaning? {
            guard case .one(let meaning) = self else { return nil }
            return meaning
        }
    }

    /// Reads a region's code, name, other spelling, the form `US-CA`, or a misspelled name.
    func read(_ text: String, in country: Country) -> Reading {
        let key = FoldedText.key(text)
        guard !key.isEmpty else { return .unknown }
        if let code = byHand[key] ?? regions?.own.value(of: key) {
            return reading(code, isByName: text.utf8.count > 3)
        }
        if let code = regions?.others.value(of: key) ?? codeWithCountry(key, text, country) {
            return reading(code)
        }
        if let code = codeBehindKind(text) { return reading(code) }
        if let code = RegionTable.withoutKind(key).lazy.compactMap(code(ofKey:)).first {
            return reading(code, isByName: true)
        }
        // `N. Carolina`, `No. Dakota`, `W Australia`.
        if !byHand.isEmpty, let code = byHand[CityName.key(text)] { return reading(code) }
        guard isUsed, CountryName.country(name: text) != country,
            let code = nearest(to: RegionTable.withoutCounty(text) ?? key)
        else { return .unknown }
        return .one(Meaning(code: code, isMisspelled: true))
    }

    private func reading(_ code: String, isByName: Bool = false) -> Reading {
        code == Self.ambiguous ? .several : .one(Meaning(code: code, isByName: isByName))
    }

    /// Marks a name or a postal code that several regions have.
    private static let ambiguous = "-"

    private func code(ofKey key: String) -> String? {
        byHand[key] ?? regions?.own.value(of: key) ?? regions?.others.value(of: key)
    }

    private func codeWithCountry(_ key: String, _ text: String, _ country: Country) -> String? {
        guard text.utf8.count <= 8, text.contains("-"),
            key.hasPrefix(FoldedText.key(country.code))
        else { return nil }
        return code(ofKey: String(key.dropFirst(2)))
    }

    /// The region of two capital letters behind a word for its kind: `Prov. RM`.
    private func codeBehindKind(_ text: String) -> String? {
        let words = text.split { !$0.isLetter && !$0.isNumber }
        guard words.count > 1, let last = words.last, last.utf8.count == 2,
            last.allSatisfy(\.isUppercase)
        else { return nil }
        let kind = FoldedText.key(words.dropLast().joined())
        guard RegionTable.kinds.contains(kind) || RegionTable.kindsBefore.contains(kind) else {
            return nil
        }
        return code(ofKey: FoldedText.key(String(last)))
    }

    /// The key without a word for the kind of region: `hokkaidoprefecture`, `codublin`,
    /// `kantonbern`.
    private static func withoutKind(_ key: String) -> [String] {
        let length = key.utf8.count
        let starts = (kinds + kindsBefore).filter {
            key.hasPrefix($0) && length > $0.utf8.count + 2
        }
        // Peru's Callan is not Callao with the word län: three letters after it may be a code.
        let ends =
            kinds.filter { key.hasSuffix($0) && length > $0.utf8.count + 2 }
            + kindsAfter.filter { key.hasSuffix($0) && length > $0.utf8.count + 3 }
        return ends.map { String(key.dropLast($0.count)) }
            + starts.map { String(key.dropFirst($0.count)) }
    }

    /// The slips that a name allows: fewer than a city's name, which the ZIP confirms. With more,
    /// Pesaro would match Pescara, Pattaya Pattani, and Central Papua Central Java.
    private static func typosMax(forLength length: Int) -> Int {
        switch length {
        case ...3: 0
        case ...8: 1
        default: 2
        }
    }

    /// The key without `Co.` or `County`, because a word that two counties share is no similarity.
    private static func withoutCounty(_ text: String) -> String? {
        let words = text.split { !$0.isLetter }
        guard words.count > 1, let first = words.first?.lowercased(),
            first == "co" || first == "county"
        else { return nil }
        return FoldedText.key(words.dropFirst().joined())
    }

    /// The only region with the closest name, if it is close enough.
    private func nearest(to key: String) -> String? {
        let letters = Array(key.unicodeScalars)
        let limit = RegionTable.typosMax(forLength: letters.count)
        guard limit > 0, let first = letters.first else { return nil }
        var best = limit + 1
        var found: Set<String> = []
        let consider = { (name: Substring, code: String) in
            let other = Array(name.unicodeScalars)
            // A slip never replaces the first letter: Derry is not Kerry, nor North Cotabato the
            // South. It may omit the first letter, double it, or swap it with the second.
            let isSameStart = other.first == first
            guard
                isSameStart || other.dropFirst().first == first
                    || letters.dropFirst().first == other.first
            else { return }
            // The shorter text limits the slips: `ohio` is no slip of `idaho`.
            let typosOfShorter = RegionTable.typosMax(forLength: min(other.count, letters.count))
            let most = min(best, isSameStart ? typosOfShorter : min(typosOfShorter, 1))
            guard let distance = Misspelling.distance(letters, other, atMost: most) else { return }
            if distance < best {
                best = distance
                found = [code]
            } else if distance == best {
                found.insert(code)
            }
        }
        for (name, code) in byHand { consider(Substring(name), code) }
        for columns in regions?.own ?? .none
        where columns.count == 2 && columns[1] != Self.ambiguous {
            consider(columns[0], String(columns[1]))
        }
        return found.count == 1 ? found.first : nil
    }
}
