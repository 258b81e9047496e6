import Vocabulary

/// The states or provinces of a country whose addresses name them.
struct RegionTable: Sendable {
    /// Keys of names that are kept by hand, to their codes.
    private let byHand: [String: String]
    /// Names in English, to tell the buyer about.
    private let englishNames: [String: String]
    private let regions: Gazetteer.Regions?
    /// Whether an address needs one, so that a text that means none is an error.
    let isRequired: Bool
    /// Whether addresses have one at all: where they have none, a text that means one is left as it is.
    let isUsed: Bool

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
    }

    func has(_ code: String) -> Bool { englishNames[code] != nil }

    /// The region's name in English.
    func name(of code: String) -> String? { englishNames[code] }

    /// The region as the country's post writes it: `CA`, `東京都`; in Latin letters by its English name
    /// where the post has no abbreviation.
    func post(_ code: String, inLatin: Bool) -> String {
        guard let names = regions?.names[code], byHand.isEmpty else { return code }
        if names.post.utf8.count <= 3 { return names.post }
        return inLatin && names.post.unicodeScalars.contains { $0.value > 0x24F }
            ? names.english : names.post
    }

    /// The region that a postal code lies in, by its longest known beginning.
    func region(of code: PostalCode) -> String? {
        guard let beginnings = regions?.beginnings, !beginnings.isEmpty, !code.isCut else {
            return nil
        }
        var signs = code.text.utf8.filter { $0 != 0x20 && $0 != 0x2D }
        while !signs.isEmpty {
            if let region = beginnings.value(of: String(decoding: signs, as: UTF8.self)) {
                return region == Self.ambiguous ? nil : region
            }
            signs.removeLast()
        }
        return nil
    }
}

extension RegionTable {
    /// What a text was found to mean.
    struct Meaning {
        let code: String
        /// By a slip of the fingers rather than by a name.
        var isMisspelt = false
        /// By a name that it has at home, in Latin letters or in English.
        var isByName = false
    }

    /// How the region stands in the address: as the post abbreviates it, else as the buyer wrote it
    /// where that is one of its names, else by the post's name.
    func spelling(of meaning: Meaning, given text: String?) -> String {
        if !isUsed, let text { return text }
        let isLatin = text?.unicodeScalars.allSatisfy { $0.value <= 0x24F } ?? true
        let post = post(meaning.code, inLatin: isLatin)
        guard let text, byHand.isEmpty, post.utf8.count > 3, meaning.isByName else { return post }
        return text
    }

    /// What a text may turn out to be.
    enum Reading {
        case one(Meaning)
        /// A name of several regions: Chiayi, the city and the county.
        case several
        case unknown

        var meaning: Meaning? {
            guard case .one(let meaning) = self else { return nil }
            return meaning
        }
    }

    /// The region of a code, a name, another spelling, the form `US-CA`, or a misspelt name.
    func read(_ text: String, in country: Country) -> Reading {
        let key = FoldedText.key(text)
        guard !key.isEmpty else { return .unknown }
        if let code = byHand[key] ?? regions?.own.value(of: key) {
            return reading(code, isByName: text.utf8.count > 3)
        }
        if let code = regions?.others.value(of: key) ?? codeWithCountry(key, text, country) {
            return reading(code)
        }
        if let code = RegionTable.withoutKind(key).lazy.compactMap(code(ofKey:)).first {
            return reading(code, isByName: true)
        }
        // `N. Carolina`, `No. Dakota`, `W Australia`.
        if !byHand.isEmpty, let code = byHand[CityName.key(text)] { return reading(code) }
        guard isUsed, CountryName.country(name: text) != country,
            let code = nearest(to: RegionTable.withoutCounty(text) ?? key)
        else { return .unknown }
        return .one(Meaning(code: code, isMisspelt: true))
    }

    private func reading(_ code: String, isByName: Bool = false) -> Reading {
        code == Self.ambiguous ? .several : .one(Meaning(code: code, isByName: isByName))
    }

    /// What stands for the code where several regions have the name, or the postal code.
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

    /// The key without a word that says what kind of region it is: `hokkaidoprefecture`, `codublin`.
    private static func withoutKind(_ key: String) -> [String] {
        kinds.flatMap { kind -> [String] in
            guard key.utf8.count > kind.utf8.count + 2 else { return [] }
            return (key.hasSuffix(kind) ? [String(key.dropLast(kind.count))] : [])
                + (key.hasPrefix(kind) ? [String(key.dropFirst(kind.count))] : [])
        }
    }

    private static let kinds = """
        prefecture province state territory oblast region department governorate county emirate district
        municipality stateof provinceof countyof provinciade provincia estadode departamentode co ken
        sheng shi область край республика г
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    /// How many slips a name forgives: fewer than a city's, which its ZIP vouches for. With more, Pesaro
    /// would be Pescara, Pattaya Pattani, and Central Papua Central Java.
    private static func slips(forLength length: Int) -> Int {
        switch length {
        case ...3: 0
        case ...8: 1
        default: 2
        }
    }

    /// The key without `Co.` or `County`: what is alike of two counties is no likeness.
    private static func withoutCounty(_ text: String) -> String? {
        let words = text.split { !$0.isLetter }
        guard words.count > 1, let first = words.first?.lowercased(),
            first == "co" || first == "county"
        else { return nil }
        return FoldedText.key(words.dropFirst().joined())
    }

    /// The one region whose name is nearest, if it is near enough.
    private func nearest(to key: String) -> String? {
        let letters = Array(key.unicodeScalars)
        let limit = RegionTable.slips(forLength: letters.count)
        guard limit > 0, let first = letters.first else { return nil }
        var best = limit + 1
        var found: Set<String> = []
        let look = { (name: Substring, code: String) in
            let other = Array(name.unicodeScalars)
            // Nobody takes another letter for the first: Derry is not Kerry, nor North Cotabato the South.
            // It may be left out, doubled, or change places with the second.
            let isSameStart = other.first == first
            guard
                isSameStart || other.dropFirst().first == first
                    || letters.dropFirst().first == other.first
            else { return }
            // Short names forgive less than long texts: `ohio` is no slip of `idaho`.
            let forgiven = RegionTable.slips(forLength: min(other.count, letters.count))
            let most = min(best, isSameStart ? forgiven : min(forgiven, 1))
            guard let distance = Misspelling.distance(letters, other, atMost: most) else { return }
            if distance < best {
                best = distance
                found = [code]
            } else if distance == best {
                found.insert(code)
            }
        }
        for (name, code) in byHand { look(Substring(name), code) }
        for columns in regions?.own ?? .none
        where columns.count == 2 && columns[1] != Self.ambiguous {
            look(columns[0], String(columns[1]))
        }
        return found.count == 1 ? found.first : nil
    }
}
