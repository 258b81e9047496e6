import Vocabulary

/// A postal code in its country's own spelling, complete or redacted.
package struct PostalCode: Hashable, Sendable {
    /// `95014`, `K1A 0B6`, `WC2H 7LT`; the first five digits of a ZIP+4; redacted `K1A`, `WC2H`.
    package let text: String
    /// The four further digits of a ZIP+4.
    package let plus4: String?
    /// True if redaction removed its end.
    package let isRedacted: Bool

    package init(text: String, plus4: String? = nil, isRedacted: Bool = false) {
        self.text = text
        self.plus4 = plus4
        self.isRedacted = isRedacted
    }

    /// The complete code as a label shows it: `95014-2083`.
    package var spelling: String { plus4.map { text + "-" + $0 } ?? text }
}

extension PostalCode {
    /// The result of reading a postal code field.
    enum Reading: Equatable {
        case code(PostalCode)
        /// The country has no postal codes: the text is kept, or nil if it is only a filler.
        case unused(keeping: String?)
        case malformed

        /// True if the reading is final.
        var isWhole: Bool {
            switch self {
            case .code(let code): !code.isRedacted
            case .unused: true
            case .malformed: false
            }
        }
    }

    /// Reads a postal code of a country; a redacted one may lack its end (docs/rules/apple.md#3).
    static func read(_ text: String, in country: Country, at stage: Stage) -> Reading {
        let format = PostalFormat.of(country)
        let code = CodeBytes(text)
        guard !format.patterns.isEmpty else {
            return .unused(keeping: isFiller(code) ? nil : text)
        }
        guard !code.isForeign, !code.bytes.isEmpty else { return .malformed }
        if let spelling = format.spell(code.bytes, in: country) {
            return isUnassigned(spelling, in: country)
                ? .malformed : .code(whole(spelling, country))
        }
        guard stage == .redacted, mayBeCut(code.bytes, in: country),
            format.begins(with: code.bytes, in: country)
        else { return .malformed }
        return .code(PostalCode(text: cutSpelling(code, in: country), isRedacted: true))
    }

    private static func whole(_ spelling: String, _ country: Country) -> PostalCode {
        guard country.hasZIP, spelling.utf8.count == 10 else { return PostalCode(text: spelling) }
        return PostalCode(
            text: String(decoding: spelling.utf8.prefix(5), as: UTF8.self),
            plus4: String(decoding: spelling.utf8.suffix(4), as: UTF8.self))
    }

    /// Text that people type into a field that they cannot leave empty: only zeros or nines, `NA`,
    /// or China's code for places without one.
    private static func isFiller(_ code: CodeBytes) -> Bool {
        guard !code.isForeign else { return false }
        return code.bytes.allSatisfy { $0 == 48 } || code.bytes.allSatisfy { $0 == 57 }
            || code.bytes.elementsEqual("999077".utf8) || code.bytes.elementsEqual("NA".utf8)
    }

    /// ZIPs range from 00501 to 99950; people who want to give no ZIP type 99999.
    private static func isUnassigned(_ spelling: String, in country: Country) -> Bool {
        country.code == "US" && (spelling < "00501" || spelling.prefix(5) > "99950")
    }

    /// Redaction keeps all five digits in the US and the first three characters in Canada; for
    /// other countries the length is unknown.
    private static func mayBeCut(_ bytes: [UInt8], in country: Country) -> Bool {
        switch country.code {
        case "US": false
        case "CA": bytes.count >= 3
        default: true
        }
    }

    private static func cutSpelling(_ code: CodeBytes, in country: Country) -> String {
        guard country.isBritish, let split = code.breaks.first, split < code.bytes.count else {
            return String(decoding: code.bytes, as: UTF8.self)
        }
        return String(decoding: code.bytes[..<split], as: UTF8.self) + " "
            + String(decoding: code.bytes[split...], as: UTF8.self)
    }
}

extension PostalCode {
    /// The code without the letters that people may omit, if a rule begins with a digit: a rule for
    /// 48 holds LV-4801.
    package func withoutLetters(in country: Country, beside first: UInt8?) -> Substring {
        guard let own = text.utf8.first, own >= 65, let first, first < 65,
            PostalFormat.of(country).hasOptionalLetters
        else { return text[...] }
        return text.drop { $0.isLetter || $0 == "-" || $0 == " " }
    }
}

extension Country {
    /// True if the United States Postal Service delivers there by ZIP, with four further digits.
    var hasZIP: Bool { code == "US" || code == "FM" || code == "MH" || code == "PW" }
}
