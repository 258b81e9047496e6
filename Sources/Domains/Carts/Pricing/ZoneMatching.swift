import Contacts
import Merchants
import Vocabulary

/// The certainty that a place lies in an area: a cut postal code may leave it open.
enum PlaceMatch: Comparable {
    case no, maybe, yes
}

extension ShippingZone {
    func match(_ place: Destination) -> PlaceMatch {
        var best = PlaceMatch.no
        for area in areas {
            best = max(best, area.match(place))
            if best == .yes { break }
        }
        return best
    }
}

extension ShippingArea {
    func match(_ place: Destination) -> PlaceMatch {
        guard
            regions.isEmpty
                ? place.isIn(country) || (!postalCodes.isEmpty && place.usesCodes(of: country))
                : regions.contains(where: { place.isIn(country, region: $0) })
        else { return .no }
        return postalCodes.isEmpty ? .yes : postalCodes.match(place, in: country)
    }
}

extension [PostalSpan] {
    /// The best certainty that one of the spans contains a place's postal code; `no` without a
    /// code.
    func match(_ place: Destination, in country: Country) -> PlaceMatch {
        guard let code = place.postalCode else { return .no }
        var best = PlaceMatch.no
        for span in self {
            best = Swift.max(best, span.match(code, in: country))
            if best == .yes { break }
        }
        return best
    }
}

extension PostalSpan {
    /// Ignores blanks and hyphens, except in Britain, where a blank ends the district.
    ///
    /// It runs for each span of each zone and rate, so it allocates nothing.
    func match(_ code: PostalCode, in country: Country) -> PlaceMatch {
        switch self {
        case .prefix(let prefix) where country.isBritish:
            return BritishPrefix(prefix).match(code)
        case .prefix(let prefix):
            let prefix = PostalSpan.signs(of: prefix)
            let text = PostalSpan.signs(of: code.withoutLetters(in: country, beside: prefix.first))
            if text.starts(with: prefix) { return .yes }
            return code.isRedacted && prefix.starts(with: text) ? .maybe : .no
        case .range(let from, let to):
            return PostalSpan.lies(code, in: country, between: from, and: to)
        }
    }

    /// Both ends are digits of equal length. Only the first digits of a longer code count. A cut
    /// code certainly matches only if all its completions lie within the range.
    private static func lies(
        _ code: PostalCode, in country: Country, between from: String, and to: String
    ) -> PlaceMatch {
        var (digits, least, scale) = (0, 0, 1)
        let text = code.withoutLetters(in: country, beside: from.utf8.first)
        for sign in signs(of: text).prefix(from.utf8.count) {
            guard sign.isASCIIDigit else { return .no }
            least = least * 10 + Int(sign - 0x30)
            digits += 1
        }
        let missing = from.utf8.count - digits
        // A redacted code may be its country's letters alone.
        if code.isRedacted, text.isEmpty { return .maybe }
        guard digits > 0, missing == 0 || code.isRedacted else { return .no }
        for _ in 0..<missing { scale *= 10 }
        least *= scale
        let most = least + scale - 1
        let (lowest, highest) = (number(from), number(to))
        if lowest <= least, most <= highest { return .yes }
        return most < lowest || highest < least ? .no : .maybe
    }

    /// At most ten digits, which the settings' limit guarantees.
    private static func number(_ digits: String) -> Int {
        digits.utf8.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func signs(of text: String) -> LazyFilterSequence<Substring.UTF8View> {
        signs(of: text[...])
    }

    private static func signs(of text: Substring) -> LazyFilterSequence<Substring.UTF8View> {
        text.utf8.lazy.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    }
}

/// The beginning of a British postal code: an area (`W`), a district (`N1`) or more (`WC2H 7`).
private struct BritishPrefix {
    let outward: Substring.UTF8View
    let inward: Substring.UTF8View

    init(_ text: String) {
        let signs = text.utf8.drop { $0 == UInt8(ascii: " ") }
        let blank = signs.firstIndex(of: UInt8(ascii: " ")) ?? signs.endIndex
        outward = signs[..<blank]
        inward = signs[blank...].drop { $0 == UInt8(ascii: " ") }
    }

    func match(_ code: PostalCode) -> PlaceMatch {
        let whole = BritishPrefix(code.text)
        guard inward.isEmpty else {
            guard outward.elementsEqual(whole.outward) else { return .no }
            if whole.inward.starts(with: inward) { return .yes }
            return code.isRedacted && whole.inward.isEmpty ? .maybe : .no
        }
        if whole.outward.starts(with: outward) {
            // `N1` does not contain `N10`, and the area `W` does not contain `WC`; but `W1`
            // contains `W1A`.
            guard let last = outward.last, let next = whole.outward.dropFirst(outward.count).first
            else { return .yes }
            return last.isASCIIDigit == next.isASCIIDigit ? .no : .yes
        }
        // Older systems cut the code to three characters; a blank shows that the district is
        // complete.
        let mayGoOn = code.isRedacted && whole.outward.count == 3 && code.text.utf8.last != 0x20
        return mayGoOn && outward.starts(with: whole.outward) ? .maybe : .no
    }
}
