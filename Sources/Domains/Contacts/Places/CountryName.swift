import Vocabulary

/// Finds a country by the forms that people and devices write: codes of two or three letters, and
/// names.
enum CountryName {
    /// Finds a country by its two-letter code in any case, its three-letter code, or an unassigned
    /// code in use.
    static func country(code: String) -> Country? {
        if let country = Country(code) { return country }
        let bytes = CodeBytes(code)
        guard !bytes.isForeign, bytes.bytes.count == 2 || bytes.bytes.count == 3 else { return nil }
        let text = String(decoding: bytes.bytes, as: UTF8.self)
        return Country(text) ?? byOtherCode[text]
    }

    /// Finds a country by its name: first in the catalog's languages and the aliases, then in all
    /// known languages.
    static func country(name: String) -> Country? {
        let key = FoldedText.key(name)
        guard !key.isEmpty else { return nil }
        if let country = named(key) { return country }
        if key.hasPrefix("the"), let country = named(String(key.dropFirst(3))) { return country }
        // Handles a long form that no list contains: `Республика Косово`.
        for kind in republics where key.hasPrefix(kind) {
            if let country = named(String(key.dropFirst(kind.count))) { return country }
        }
        return nearest(to: key)
    }

    private static let republics = [
        "republicof", "therepublicof", "republica", "republik", "republika", "republique",
        "республика",
        "республіка", "република",
    ]

    /// Two letters are a code or a mistake, such as `EU`, but no name in any language.
    private static func named(_ key: String) -> Country? {
        if let country = byName[key] { return country }
        guard key.utf8.count > 2 else { return nil }
        return Gazetteer.countries.value(of: key).flatMap(Country.init)
    }

    /// The only country whose name in the catalog's languages is one slip away: `Austrailia`.
    ///
    /// It allows one slip, and returns nil if two names are equally close: Niger and Nigeria, and
    /// Slovakia and Slovenia, are all countries.
    private static func nearest(to key: String) -> Country? {
        let letters = Array(key.unicodeScalars)
        guard letters.count >= 6 else { return nil }
        var found: Set<Country> = []
        for (name, country) in byName where name.unicodeScalars.first == letters.first {
            let other = Array(name.unicodeScalars)
            if Misspelling.distance(letters, other, atMost: 1) != nil { found.insert(country) }
        }
        return found.count == 1 ? found.first : nil
    }

    private static let byOtherCode: [String: Country] = {
        var table: [String: Country] = [:]
        for entry in (threeLetterCodes + " " + otherCodes).split(whereSeparator: \.isWhitespace) {
            table[String(entry.dropLast(2))] = Country(String(entry.suffix(2)))
        }
        return table
    }()

    /// A name that two languages use for different countries belongs to neither, unless an alias
    /// decides.
    private static let byName: [String: Country] = {
        var table: [String: Country] = [:]
        var ambiguous: Set<String> = []
        for language in Language.allCases {
            for (country, name) in Country.names(in: language) {
                let key = FoldedText.key(name)
                if let other = table.updateValue(country, forKey: key), other != country {
                    ambiguous.insert(key)
                }
            }
        }
        for key in ambiguous { table[key] = nil }
        for line in aliases.split(separator: "\n") {
            guard let country = Country(String(line.prefix(2))) else { continue }
            for name in line.dropFirst(3).split(separator: "|") {
                table[FoldedText.key(String(name))] = country
            }
        }
        return table
    }()
}
