/// A country or territory of ISO 3166-1 by its two uppercase letters.
package struct Country: Hashable, Sendable {
    package let code: String
    /// The two letters as a number below `indexEnd`, so that tables by country are arrays.
    package let index: Int

    /// The code must be assigned and in uppercase: WebKit refuses `us`.
    package init?(_ code: String) {
        guard let index = Country.index(of: code), Country.assigned[index] else { return nil }
        self.init(code: code, index: index)
    }

    private init(code: String, index: Int) {
        self.code = code
        self.index = index
    }

    package static func == (one: Country, other: Country) -> Bool { one.index == other.index }

    package func hash(into hasher: inout Hasher) { hasher.combine(index) }
}

extension Country {
    /// A constant without an optional; a test compares it with the list.
    package static let unitedStates = Country(
        code: "US", index: indexOfLetters(UInt8(ascii: "U"), UInt8(ascii: "S")))
}

extension Country {
    package static let indexEnd = 26 * 26

    private static func index(of code: String) -> Int? {
        var letters = code.utf8.makeIterator()
        guard let first = letters.next(), let second = letters.next(), letters.next() == nil,
            first >= 65, first <= 90, second >= 65, second <= 90
        else { return nil }
        return indexOfLetters(first, second)
    }

    private static func indexOfLetters(_ first: UInt8, _ second: UInt8) -> Int {
        Int(first - 65) * 26 + Int(second - 65)
    }
}

extension Country {
    /// Source: ISO 3166-1 as of 2024, the 249 assigned codes, and XK, which Kosovo and Apple use.
    private static let assigned: [Bool] = {
        var table = [Bool](repeating: false, count: indexEnd)
        let codes =
            """
            AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ
            BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM
            DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS
            GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
            KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ
            MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM
            PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV
            SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
            VN VU WF WS XK YE YT ZA ZM ZW
            """
        for code in codes.split(whereSeparator: \.isWhitespace) {
            if let index = index(of: String(code)) { table[index] = true }
        }
        return table
    }()
}
