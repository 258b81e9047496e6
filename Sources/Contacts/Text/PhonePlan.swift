import Vocabulary

/// How the telephone numbers of a country are built, as far as their lengths tell.
struct PhonePlan: Sendable {
    /// `1`, `44`.
    let callingCode: [UInt8]
    /// What is dialled before an area code at home and never from abroad: `0`.
    let trunkPrefix: [UInt8]
    /// What is dialled at home before a calling code: `00`.
    let abroadPrefix: [UInt8]
    /// How many digits a fixed or mobile number has without trunk prefix, a bit for each length.
    private let lengths: UInt32
    /// How many it has when the area code is left out.
    private let localLengths: UInt32

    func has(length: Int) -> Bool { length < 32 && lengths >> UInt32(length) & 1 == 1 }

    func hasLocal(length: Int) -> Bool { length < 32 && localLengths >> UInt32(length) & 1 == 1 }

    var lengthMax: Int { 31 - lengths.leadingZeroBitCount }

    /// Whether ten digits make a number there: the United States, Canada and the Caribbean.
    var isNorthAmerican: Bool { callingCode == [UInt8(ascii: "1")] }

    /// Whether digits begin with the trunk prefix: a 0 always is one, another digit may be the number's.
    func hasTrunkPrefix(_ digits: [UInt8]) -> Bool {
        guard !trunkPrefix.isEmpty, digits.starts(with: trunkPrefix) else { return false }
        return trunkPrefix.first == UInt8(ascii: "0") || !has(length: digits.count)
            || has(length: digits.count - trunkPrefix.count)
    }

    static func of(_ country: Country) -> PhonePlan? { byCountry[country.index] }

    /// The plans that share the calling code which international digits begin with.
    static func plans(dialled digits: [UInt8]) -> [PhonePlan] {
        for length in [1, 2, 3] {
            if let plans = byCallingCode[Array(digits.prefix(length))] { return plans }
        }
        return []
    }

    private static let byCountry: [PhonePlan?] = {
        var table = [PhonePlan?](repeating: nil, count: Country.indexEnd)
        for entry in data.split(separator: ";") {
            let columns = entry.split(separator: " ").map { $0 == "-" ? [] : Array($0.utf8) }
            guard columns.count == 6, let country = Country(String(entry.prefix(2))) else {
                continue
            }
            table[country.index] = PhonePlan(
                callingCode: columns[1], trunkPrefix: columns[2], abroadPrefix: columns[3],
                lengths: bits(columns[4]), localLengths: bits(columns[5]))
        }
        return table
    }()

    private static let byCallingCode: [[UInt8]: [PhonePlan]] = Dictionary(
        grouping: byCountry.compactMap { $0 }, by: \.callingCode)

    private static func bits(_ list: [UInt8]) -> UInt32 {
        list.split(separator: UInt8(ascii: ",")).reduce(0) { bits, digits in
            bits | 1 << digits.reduce(0) { $0 * 10 + UInt32($1 - 48) }
        }
    }
}
