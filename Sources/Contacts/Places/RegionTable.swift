import Vocabulary

/// The states or provinces of a country, as its post abbreviates them.
struct RegionTable: Sendable {
    private let names: [String: String]
    private let englishNames: [String: String]

    /// The table of a country whose addresses name one and whose names are known here.
    static func of(_ country: Country) -> RegionTable? {
        switch country.code {
        case "US": unitedStates
        case "CA": canada
        case "AU": australia
        default: nil
        }
    }

    private static let unitedStates = RegionTable(unitedStatesData)
    private static let canada = RegionTable(canadaData)
    private static let australia = RegionTable(australiaData)

    /// Reads lines of `CODE Name|other name|…`.
    private init(_ data: String) {
        var names: [String: String] = [:]
        var englishNames: [String: String] = [:]
        for line in data.split(separator: "\n") {
            guard let blank = line.firstIndex(of: " ") else { continue }
            let code = String(line[..<blank])
            let spellings = line[line.index(after: blank)...].split(separator: "|")
            names[FoldedText.key(code)] = code
            for name in spellings { names[FoldedText.key(String(name))] = code }
            englishNames[code] = spellings.first.map(String.init)
        }
        self.names = names
        self.englishNames = englishNames
    }

    /// The abbreviation for a code, a name or another spelling, also of the form `US-CA`.
    func code(for text: String, in country: Country) -> String? {
        if englishNames[text] != nil { return text }
        let key = FoldedText.key(text)
        if let code = names[key] { return code }
        guard text.utf8.count <= 8, text.contains("-"),
            key.hasPrefix(FoldedText.key(country.code))
        else { return nil }
        return names[String(key.dropFirst(2))]
    }

    /// The region's name in English, to tell the buyer about it.
    func name(of code: String) -> String? { englishNames[code] }
}
