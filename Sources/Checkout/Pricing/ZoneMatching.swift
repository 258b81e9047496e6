import Contacts
import Merchants
import Vocabulary

/// Whether a place lies in an area, as far as a postal code that may be cut can tell.
enum Holds: Comparable {
    case no, maybe, yes
}

extension ShippingZone {
    func holds(_ place: Destination) -> Holds {
        var best = Holds.no
        for area in areas {
            best = max(best, area.holds(place))
            if best == .yes { break }
        }
        return best
    }
}

extension ShippingArea {
    func holds(_ place: Destination) -> Holds {
        guard place.isIn(country) else { return .no }
        if !regions.isEmpty {
            guard let region = place.region, regions.contains(region) else { return .no }
        }
        guard !postalCodes.isEmpty else { return .yes }
        guard let code = place.postalCode else { return .no }
        var best = Holds.no
        for span in postalCodes {
            best = max(best, span.holds(code, in: country))
            if best == .yes { break }
        }
        return best
    }
}

extension PostalSpan {
    /// Blanks and hyphens do not count, except in Britain, where a blank ends the district.
    func holds(_ code: PostalCode, in country: Country) -> Holds {
        switch self {
        case .prefix(let prefix) where country.code == "GB":
            return BritishPrefix(prefix).holds(code)
        case .prefix(let prefix):
            let (text, prefix) = (PostalSpan.packed(code.text), PostalSpan.packed(prefix))
            if text.starts(with: prefix) { return .yes }
            return code.isCut && prefix.starts(with: text) ? .maybe : .no
        case .range(let from, let to):
            return PostalSpan.lies(
                PostalSpan.packed(code.text), between: Array(from.utf8), and: Array(to.utf8),
                isCut: code.isCut)
        }
    }

    /// Both ends are digits of one length. Longer codes count by their beginning; of a cut code all
    /// that it may have been must lie within.
    private static func lies(
        _ text: [UInt8], between from: [UInt8], and to: [UInt8], isCut: Bool
    ) -> Holds {
        let digits = Array(text.prefix(from.count))
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return .no }
        let missing = from.count - digits.count
        guard missing == 0 || isCut else { return .no }
        let least = digits + [UInt8](repeating: UInt8(ascii: "0"), count: missing)
        let most = digits + [UInt8](repeating: UInt8(ascii: "9"), count: missing)
        if !least.lexicographicallyPrecedes(from), !to.lexicographicallyPrecedes(most) {
            return .yes
        }
        return most.lexicographicallyPrecedes(from) || to.lexicographicallyPrecedes(least)
            ? .no : .maybe
    }

    private static func packed(_ text: String) -> [UInt8] {
        text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    }
}

/// The beginning of a British postal code: an area (`W`), a district (`N1`) or more (`WC2H 7`).
private struct BritishPrefix {
    let outward: Substring.UTF8View
    let inward: Substring.UTF8View

    init(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
        outward = parts.first ?? text[...].utf8.prefix(0)
        inward = parts.count > 1 ? parts[1] : text[...].utf8.prefix(0)
    }

    func holds(_ code: PostalCode) -> Holds {
        let whole = BritishPrefix(code.text)
        guard inward.isEmpty else {
            guard outward.elementsEqual(whole.outward) else { return .no }
            if whole.inward.starts(with: inward) { return .yes }
            return code.isCut && whole.inward.isEmpty ? .maybe : .no
        }
        if whole.outward.starts(with: outward) {
            // `N1` is not `N10`, and the area `W` is not `WC`; but `W1` holds `W1A`.
            guard let last = outward.last, let next = whole.outward.dropFirst(outward.count).first
            else { return .yes }
            return isDigit(last) == isDigit(next) ? .no : .yes
        }
        // Old systems cut to three characters; a blank says that the district is whole.
        let mayGoOn = code.isCut && whole.outward.count == 3 && code.text.utf8.last != 0x20
        return mayGoOn && outward.starts(with: whole.outward) ? .maybe : .no
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
