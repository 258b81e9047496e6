extension Country {
    /// The country's name in a language, as CLDR gives it for lists.
    package func name(in language: Language) -> String {
        Country.names[language]?[code] ?? code
    }

    /// All names of a language, by code, read off its data once.
    package static func names(in language: Language) -> [String: String] {
        names[language] ?? [:]
    }

    private static let names: [Language: [String: String]] = {
        var tables: [Language: [String: String]] = [:]
        for language in Language.allCases {
            var table: [String: String] = [:]
            for entry in language.countries.split(separator: ";") {
                table[String(entry.prefix(2))] = String(entry.dropFirst(3))
            }
            tables[language] = table
        }
        return tables
    }()
}

extension Language {
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
