import Vocabulary

/// The fields that a country's post requires in an address, and the form of its postal codes.
struct PostalFormat: Sendable {
    /// Empty for a country without postal codes.
    let patterns: [PostalPattern]
    /// An example to show the buyer.
    let example: String
    let requiresCode: Bool
    let requiresLocality: Bool
    /// A code has letters before its digits that people may omit.
    let hasOptionalLetters: Bool

    /// The format of a country; a country that the table lacks has no codes and requires a
    /// locality.
    static func of(_ country: Country) -> PostalFormat { table[country.index] }

    private static let codeless = PostalFormat(
        patterns: [], example: "", requiresCode: false, requiresLocality: true,
        hasOptionalLetters: false)

    private static let table: [PostalFormat] = {
        var table = [PostalFormat](repeating: codeless, count: Country.indexEnd)
        for line in data.split(separator: "\n") {
            let columns = line.split(separator: " ")
            guard columns.count >= 2, let country = Country(String(columns[0])) else { continue }
            let patterns = columns.dropFirst(3).map(PostalPattern.init)
            table[country.index] = PostalFormat(
                patterns: patterns,
                example: columns.count > 2 ? spaced(columns[2]) : "",
                requiresCode: columns[1].contains("Z"), requiresLocality: columns[1].contains("C"),
                hasOptionalLetters: patterns.contains { !$0.optionalPrefix.isEmpty })
        }
        return table
    }()

    private static func spaced(_ text: Substring) -> String {
        String(decoding: text.utf8.map { $0 == UInt8(ascii: "_") ? 32 : $0 }, as: UTF8.self)
    }
}

extension PostalFormat {
    /// The code in its normal spelling, if the bytes are a complete code.
    func spell(_ bytes: [UInt8], in country: Country) -> String? {
        if let text = spellExactly(bytes[...], in: country) { return text }
        guard let bare = withoutPrefix(bytes, of: country) else { return nil }
        return spellExactly(bare, in: country)
    }

    private func spellExactly(_ bytes: ArraySlice<UInt8>, in country: Country) -> String? {
        for pattern in patterns {
            guard let text = pattern.spell(bytes) else { continue }
            return !country.isBritish || BritishPostcode.hasKnownArea(bytes) ? text : nil
        }
        return nil
    }

    /// True if the bytes may be a redacted code.
    func begins(with bytes: [UInt8], in country: Country) -> Bool {
        guard !bytes.isEmpty else { return false }
        if country.isBritish { return BritishPostcode.beginsWithOutcode(bytes) }
        if patterns.contains(where: { $0.begins(with: bytes[...]) }) { return true }
        // Montserrat's `MSR`.
        if patterns.contains(where: { bytes.elementsEqual($0.optionalPrefix) }) { return true }
        guard let bare = withoutPrefix(bytes, of: country) else { return false }
        return patterns.contains { $0.begins(with: bare) }
    }

    /// The digits after a country's prefix (`D-10115`, `SE-111 22`, `LV-1073`), if there is one.
    private func withoutPrefix(_ bytes: [UInt8], of country: Country) -> ArraySlice<UInt8>? {
        let letters = bytes.prefix { $0 >= 65 }
        guard !letters.isEmpty, letters.count <= 3, letters.count < bytes.count else { return nil }
        let isMark =
            letters.elementsEqual(country.code.utf8)
            || letters.elementsEqual(PostalFormat.vehicleMark(of: country).utf8)
            || patterns.contains { letters.elementsEqual($0.optionalPrefix) }
        return isMark ? bytes.dropFirst(letters.count) : nil
    }

    /// The vehicle code, if it differs from the country code, as it used to precede postal codes.
    private static func vehicleMark(of country: Country) -> String {
        switch country.code {
        case "AT": "A"
        case "BE": "B"
        case "DE": "D"
        case "ES": "E"
        case "FI": "SF"
        case "FR": "F"
        case "HU": "H"
        case "IT": "I"
        case "LI": "FL"
        case "LU": "L"
        case "NO": "N"
        case "PT": "P"
        case "SE", "SG": "S"
        default: country.code
        }
    }
}

extension Country {
    /// True if its postal codes are Royal Mail's: outward code, space, inward code.
    package var isBritish: Bool { code == "GB" || code == "GG" || code == "JE" || code == "IM" }
}
