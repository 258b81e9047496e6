extension Country {
    /// The country's name in a language, from CLDR's names for lists.
    package func name(in language: Language) -> String {
        Country.names[language.index][index]
    }

    /// All country names in a language.
    package static func names(in language: Language) -> [(country: Country, name: String)] {
        language.countries.split(separator: ";").compactMap { entry in
            Country(String(entry.prefix(2))).map { ($0, String(entry.dropFirst(3))) }
        }
    }

    /// By language and country.
    private static let names: [[String]] = Language.allCases.map { language in
        var table = [String](repeating: "", count: indexEnd)
        for (country, name) in names(in: language) { table[country.index] = name }
        return table
    }
}

extension Language {
    /// Its position among all languages, for tables.
    fileprivate var index: Int {
        switch self {
        case .english: 0
        case .french: 1
        case .german: 2
        case .spanish: 3
        case .italian: 4
        case .portuguese: 5
        case .dutch: 6
        case .japanese: 7
        case .simplifiedChinese: 8
        case .traditionalChinese: 9
        case .korean: 10
        }
    }

    fileprivate var countries: String {
        switch self {
        case .english: English.countries
        case .french: French.countries
        case .german: German.countries
        case .spanish: Spanish.countries
        case .italian: Italian.countries
        case .portuguese: Portuguese.countries
        case .dutch: Dutch.countries
        case .japanese: Japanese.countries
        case .simplifiedChinese: SimplifiedChinese.countries
        case .traditionalChinese: TraditionalChinese.countries
        case .korean: Korean.countries
        }
    }
}
