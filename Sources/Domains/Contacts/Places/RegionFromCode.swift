import Vocabulary

/// Finds the regions in which a postal code may lie.
enum RegionFromCode {
    /// The regions by the post's abbreviation or ISO 3166-2; empty if the code does not tell.
    static func regions(of code: PostalCode, in country: Country) -> [String] {
        switch country.code {
        case "US": list(unitedStates(code.text))
        case "CA": list(canada(code.text))
        case "AU": code.isRedacted ? [] : list(australia(code.text))
        // Armenia's old six-digit codes begin with 37 for the country.
        case "AM" where code.text.utf8.count == 6:
            RegionTable.of(country)?.regions(
                of: PostalCode(text: String(code.text.suffix(4))), in: country) ?? []
        default: RegionTable.of(country)?.regions(of: code, in: country) ?? []
        }
    }

    /// The region, if the code alone decides it, or the city where several regions share the code.
    static func region(of code: PostalCode, city: String? = nil, in country: Country) -> String? {
        let table = RegionTable.of(country)
        if let city, let region = table?.region(ofCity: city, code, in: country) { return region }
        let regions = regions(of: code, in: country)
        return regions.count == 1 ? regions[0] : nil
    }

    /// The regions of all known codes with a beginning; empty if none is known.
    static func regions(beginning start: String, in country: Country) -> Set<String> {
        let text = String(decoding: CodeBytes(start).bytes, as: UTF8.self)
        switch country.code {
        // A town of two states may keep the written one although its ZIP lies in the other.
        case "US":
            return text.utf8.count > 3
                ? [] : regions(codes(beginning: text, digits: 5), unitedStates)
        case "AU": return regions(codes(beginning: text, digits: 4), australia)
        // Three characters tell a Canadian region, the first alone does not.
        case "CA": return text.utf8.count < 3 ? [] : Set(list(canada(text)))
        default:
            let signs = country.isBritish ? british(start) : Array(text.utf8)
            return RegionTable.of(country)?.regions(beginning: signs) ?? []
        }
    }

    private static func regions(
        _ codes: [String], _ region: (String) -> String?
    ) -> Set<String> {
        Set(codes.compactMap(region))
    }

    /// A beginning in the table's form: a blank ends the outward code, as in `CH6 5`.
    private static func british(_ start: String) -> [UInt8] {
        let halves = start.uppercased().split(separator: " ").map { Array($0.utf8) }
        return Array(halves.joined(separator: [0x20]))
    }

    /// Every code of this length that begins with `text`.
    private static func codes(beginning text: String, digits: Int) -> [String] {
        guard text.hasOnlyASCIIDigits else { return [] }
        let missing = digits - text.utf8.count
        guard missing > 0 else { return missing == 0 ? [text] : [] }
        let count = (0..<missing).reduce(1) { count, _ in count * 10 }
        return (count..<2 * count).map { text + String($0).dropFirst() }
    }

    private static func list(_ region: String?) -> [String] { region.map { [$0] } ?? [] }

    private static func unitedStates(_ text: String) -> String? {
        guard text.utf8.count == 5, let zip = Int(text) else { return nil }
        return exception(zip) ?? ranges(zipRanges, zip)
    }

    private static func canada(_ text: String) -> String? {
        let letters = Array(text.utf8)
        guard let first = letters.first else { return nil }
        if first == UInt8(ascii: "X") {
            guard letters.count >= 3 else { return nil }
            return text.hasPrefix("X0A") || text.hasPrefix("X0B") || text.hasPrefix("X0C")
                ? "NU" : "NT"
        }
        switch first {
        case UInt8(ascii: "A"): return "NL"
        case UInt8(ascii: "B"): return "NS"
        case UInt8(ascii: "C"): return "PE"
        case UInt8(ascii: "E"): return "NB"
        case UInt8(ascii: "G"), UInt8(ascii: "H"), UInt8(ascii: "J"): return "QC"
        // Ottawa's K1A serves offices on both banks of the river.
        case UInt8(ascii: "K"): return text.hasPrefix("K1A") ? nil : "ON"
        case UInt8(ascii: "L"), UInt8(ascii: "M"), UInt8(ascii: "N"), UInt8(ascii: "P"):
            return "ON"
        case UInt8(ascii: "R"): return text.hasPrefix("R8A") ? nil : "MB"
        case UInt8(ascii: "S"): return "SK"
        case UInt8(ascii: "T"): return "AB"
        case UInt8(ascii: "V"): return "BC"
        case UInt8(ascii: "Y"): return "YT"
        default: return nil
        }
    }

    private static func australia(_ text: String) -> String? {
        Int(text).flatMap { ranges(australianRanges, $0) }
    }

    private static func ranges(_ table: [(ClosedRange<Int>, String)], _ code: Int) -> String? {
        var (low, high) = (0, table.count)
        while low < high {
            let middle = (low + high) / 2
            if table[middle].0.upperBound < code { low = middle + 1 } else { high = middle }
        }
        guard low < table.count, table[low].0.contains(code), !table[low].1.isEmpty else {
            return nil
        }
        return table[low].1
    }

    /// Single ZIPs that lie in another state than their neighbors.
    private static func exception(_ zip: Int) -> String? {
        switch zip {
        case 501, 544, 6390: "NY"
        case 5501, 5544: "MA"
        case 39901: "GA"
        case 73301, 73344: "TX"
        case 83414: "WY"
        case 96799: "AS"
        default: nil
        }
    }

    private static let zipRanges = read(zipData)
    private static let australianRanges = read(australianData)

    /// Reads sorted `FROM-TO REGION` entries.
    private static func read(_ data: String) -> [(ClosedRange<Int>, String)] {
        data.split(whereSeparator: { $0 == "\n" || $0 == ";" }).compactMap { entry in
            let parts = entry.split(whereSeparator: { $0 == " " || $0 == "-" })
            guard parts.count == 3, let low = Int(parts[0]), let high = Int(parts[1]), low <= high
            else { return nil }
            return (low...high, String(parts[2]))
        }
    }
}
