/// The languages in which a buyer is spoken to, by their BCP 47 tags.
package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case french = "fr"
    case german = "de"
    case spanish = "es"
    case italian = "it"
    case portuguese = "pt"
    case dutch = "nl"
    case japanese = "ja"
    case simplifiedChinese = "zh-Hans"
    case traditionalChinese = "zh-Hant"
    case korean = "ko"
}

extension Language {
    /// How much of an Accept-Language header is read: browsers send some dozens of bytes.
    package static let headerBytesMax = 1024
    /// How many languages of a header are weighed.
    package static let rangesMax = 32

    /// The best language for an Accept-Language header (RFC 9110, 12.5.4); English when none fits.
    ///
    /// The highest weight wins, the earlier one among equals; `q=0` excludes a language; a malformed
    /// range is passed over; what is beyond the limits is not read.
    package init(acceptLanguage header: String?) {
        var best: (language: Language, weight: Int)?
        var refused: Set<Language> = []
        var wildcard = false
        let bytes = (header ?? "").utf8.prefix(Language.headerBytesMax)
        for range in bytes.split(separator: UInt8(ascii: ","), maxSplits: Language.rangesMax)
            .prefix(Language.rangesMax)
        {
            let parts = range.split(separator: UInt8(ascii: ";"))
            guard let tag = parts.first.map(trimmed), parts.count <= 2,
                let weight = parts.count == 2 ? Language.weight(parts[1]) : 1000
            else { continue }
            if tag.elementsEqual("*".utf8) {
                wildcard = weight > 0
                continue
            }
            guard let language = Language(tagBytes: tag) else { continue }
            if weight == 0 {
                refused.insert(language)
            } else if weight > best?.weight ?? 0 {
                best = (language, weight)
            }
        }
        if let best {
            self = best.language
        } else if wildcard, refused.contains(.english) {
            self = Language.allCases.first { !refused.contains($0) } ?? .english
        } else {
            self = .english
        }
    }

    /// The language that speaks to readers of a BCP 47 tag: `de-AT` reads German.
    package init?(tag: String) {
        guard tag.utf8.count <= 64 else { return nil }
        self.init(tagBytes: tag.utf8[...])
    }

    private init?(tagBytes: Substring.UTF8View) {
        let subtags = tagBytes.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }.map { $0.map(lowercased) }
        guard let first = subtags.first else { return nil }
        func has(_ names: String...) -> Bool {
            subtags.dropFirst().contains { subtag in
                names.contains { subtag.elementsEqual($0.utf8) }
            }
        }
        switch String(decoding: first, as: UTF8.self) {
        case "en": self = .english
        case "fr": self = .french
        case "de": self = .german
        case "es": self = .spanish
        case "it": self = .italian
        case "pt": self = .portuguese
        case "nl": self = .dutch
        case "ja": self = .japanese
        case "ko": self = .korean
        case "zh", "yue", "cmn":
            // A script outweighs a region: zh-Hans-HK reads simplified.
            if has("hans") {
                self = .simplifiedChinese
            } else if has("hant") || has("tw", "hk", "mo") || first.elementsEqual("yue".utf8) {
                self = .traditionalChinese
            } else {
                self = .simplifiedChinese
            }
        default: return nil
        }
    }

    /// A weight in thousandths: `q=` and 0 to 1 with at most three decimals, else nothing.
    private static func weight(_ parameter: Substring.UTF8View) -> Int? {
        let text = trimmed(parameter)
        guard text.count >= 3, let name = text.first, lowercased(name) == UInt8(ascii: "q"),
            text.dropFirst().first == UInt8(ascii: "=")
        else { return nil }
        let digits = Array(text.dropFirst(2))
        guard digits[0] == 48 || digits[0] == 49, digits.count <= 5,
            digits.count == 1 || digits[1] == UInt8(ascii: ".")
        else { return nil }
        var thousandths = Int(digits[0] - 48)
        for place in 0..<3 {
            let digit = place + 2 < digits.count ? digits[place + 2] : 48
            guard digit >= 48, digit <= 57 else { return nil }
            thousandths = thousandths * 10 + Int(digit - 48)
        }
        return thousandths <= 1000 ? thousandths : nil
    }
}

private func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}

/// Without the blanks that RFC 9110 allows around list members and weights.
private func trimmed(_ bytes: Substring.UTF8View) -> Substring.UTF8View {
    var bytes = bytes
    while bytes.first == 32 || bytes.first == 9 { bytes = bytes.dropFirst() }
    while bytes.last == 32 || bytes.last == 9 { bytes = bytes.dropLast() }
    return bytes
}
