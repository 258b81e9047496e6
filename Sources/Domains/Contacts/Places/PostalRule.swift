import Vocabulary

/// The postal codes of a shipping zone or tax rate: a prefix or a range in one country.
///
/// The country decides how a prefix matches. British prefixes are areas, districts or longer (`N`,
/// `N1`, `N1 9`): `N1` matches `N1 9GU` but not `N10 1AA`. Elsewhere a prefix matches every code
/// that begins with it: `K1A`, `902` (also written `902*`). A range has two ends of the same
/// length, each the start of a code: `90000-96162`. Spaces, hyphens and case do not matter, nor do
/// the four further digits of a ZIP.
package struct PostalRule: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
        case prefix([UInt8])
        case british(outward: [UInt8], inward: [UInt8])
        case range([UInt8], [UInt8])
    }

    package let country: Country
    private let kind: Kind

    /// Returns nil if no postal code of the country can match.
    package init?(_ text: String, in country: Country) {
        let format = PostalFormat.of(country)
        let bare = text.utf8.last == UInt8(ascii: "*") ? String(text.dropLast()) : text
        let code = CodeBytes(bare)
        guard !format.patterns.isEmpty, !code.isForeign, !code.bytes.isEmpty else { return nil }
        self.country = country
        if country.isBritish {
            guard let kind = PostalRule.british(code) else { return nil }
            self.kind = kind
        } else if let whole = format.spell(code.bytes, in: country) {
            kind = .prefix(PostalRule.comparable(CodeBytes(whole).bytes, country))
        } else if let range = PostalRule.range(code, format, country) {
            kind = range
        } else if format.begins(with: code.bytes, in: country),
            !country.hasZIP || code.bytes.count <= 5
        {
            kind = .prefix(code.bytes)
        } else {
            return nil
        }
    }

    /// The result of a comparison with a code.
    package enum Match: Sendable {
        case yes, no
        /// The code is redacted, and only the complete code can decide. The redacted `N1` may be in
        /// `N1 9`.
        case maybe
    }

    package func matches(_ code: PostalCode) -> Match {
        let bytes = CodeBytes(code.text).bytes
        switch kind {
        case .prefix(let prefix):
            return PostalRule.match(bytes, isRedacted: code.isRedacted, prefix)
        case .range(let low, let high):
            return PostalRule.match(bytes, isRedacted: code.isRedacted, low, high)
        case .british(let outward, let inward):
            let (codeOutward, codeInward) = PostalRule.halves(of: code, bytes)
            return PostalRule.match(
                codeOutward, codeInward, isRedacted: code.isRedacted, outward: outward,
                inward: inward)
        }
    }
}

extension PostalRule {
    /// Tax rates in the US use the first five digits (docs/rules/demands.md#2).
    private static func comparable(_ bytes: [UInt8], _ country: Country) -> [UInt8] {
        country.hasZIP ? Array(bytes.prefix(5)) : bytes
    }

    private static func range(_ code: CodeBytes, _ format: PostalFormat, _ country: Country)
        -> Kind?
    {
        guard code.breaks.count == 1, let middle = code.breaks.first,
            middle * 2 == code.bytes.count
        else { return nil }
        let low = Array(code.bytes[..<middle])
        let high = Array(code.bytes[middle...])
        guard low.lexicographicallyPrecedes(high), format.begins(with: low, in: country),
            format.begins(with: high, in: country)
        else { return nil }
        return .range(low, high)
    }

    private static func match(_ code: [UInt8], isRedacted: Bool, _ prefix: [UInt8]) -> Match {
        if code.starts(with: prefix) { return .yes }
        return isRedacted && prefix.starts(with: code) ? .maybe : .no
    }

    private static func match(_ code: [UInt8], isRedacted: Bool, _ low: [UInt8], _ high: [UInt8])
        -> Match
    {
        let length = min(code.count, low.count)
        let head = code.prefix(length)
        let (bottom, top) = (low.prefix(length), high.prefix(length))
        if head.lexicographicallyPrecedes(bottom) || top.lexicographicallyPrecedes(head) {
            return .no
        }
        let isInside =
            bottom.lexicographicallyPrecedes(head) && head.lexicographicallyPrecedes(top)
        return length == low.count || isInside ? .yes : isRedacted ? .maybe : .no
    }
}

extension PostalRule {
    /// Splits a rule at its space, or where its halves must be separated; an area has only letters.
    private static func british(_ code: CodeBytes) -> Kind? {
        let bytes = code.bytes
        guard BritishPostcode.hasKnownArea(bytes[...]) else { return nil }
        if bytes.allSatisfy({ $0 >= 65 }) { return .british(outward: bytes, inward: []) }
        if let split = code.breaks.first, split < bytes.count {
            let (outward, inward) = (bytes[..<split], bytes[split...])
            guard BritishPostcode.isOutcode(outward), BritishPostcode.isInward(inward) else {
                return nil
            }
            return .british(outward: Array(outward), inward: Array(inward))
        }
        if BritishPostcode.isOutcode(bytes[...]) { return .british(outward: bytes, inward: []) }
        for length in BritishPostcode.outcodeLengths(of: bytes)
        where BritishPostcode.isInward(bytes.dropFirst(length)) {
            return .british(
                outward: Array(bytes.prefix(length)), inward: Array(bytes.dropFirst(length)))
        }
        return nil
    }

    private static func halves(of code: PostalCode, _ bytes: [UInt8]) -> ([UInt8], [UInt8]) {
        if !code.isRedacted {
            let outward = BritishPostcode.outcode(ofWhole: bytes)
            return (Array(outward), Array(bytes[outward.endIndex...]))
        }
        let breaks = CodeBytes(code.text).breaks
        guard let split = breaks.first, split < bytes.count else { return (bytes, []) }
        return (Array(bytes[..<split]), Array(bytes[split...]))
    }

    private static func match(
        _ codeOutward: [UInt8], _ codeInward: [UInt8], isRedacted: Bool, outward: [UInt8],
        inward: [UInt8]
    ) -> Match {
        guard inward.isEmpty else {
            guard codeOutward == outward else { return .no }
            return match(codeInward, isRedacted: isRedacted, inward)
        }
        if outward.allSatisfy({ $0 >= 65 }) {
            return codeOutward.prefix { $0 >= 65 }.elementsEqual(outward) ? .yes : .no
        }
        if codeOutward == outward || isDistrict(outward, of: codeOutward) { return .yes }
        // Older systems cut after three characters, which removes the letter from `WC2H`.
        return isRedacted && codeInward.isEmpty && isDistrict(codeOutward, of: outward)
            ? .maybe : .no
    }

    /// True if an outward code is a district followed by a letter: `W1` contains `W1A`.
    private static func isDistrict(_ district: [UInt8], of outward: [UInt8]) -> Bool {
        outward.count == district.count + 1 && outward.starts(with: district)
            && outward[district.count] >= 65
    }
}
