import Vocabulary

/// The outward code of a British postcode: area, district and sometimes a letter.
///
/// `N1 9GU` has the outward code `N1`, which is not a prefix of `N10`. Before the payment Apple
/// shows only the outward code, sometimes with the space after it (docs/rules/apple.md#3).
enum BritishPostcode {
    /// True if the code begins with the letters of a postcode area (or BFPO or GIR).
    static func hasKnownArea(_ bytes: ArraySlice<UInt8>) -> Bool {
        // BFPO is the longest: more letters are no area, and would not fit into the number.
        let letters = bytes.prefix { $0 >= 65 }
        return letters.count <= 4 && areas.contains(letters.reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// True if the bytes are an outward code, or an outward code and a part of the rest.
    static func beginsWithOutcode(_ bytes: [UInt8]) -> Bool {
        guard hasKnownArea(bytes[...]) else { return false }
        let district = bytes.drop { $0 >= 65 }
        if bytes.starts(with: "BFPO".utf8) || bytes.starts(with: "GIR".utf8) { return true }
        guard let first = district.first, first.isASCIIDigit else { return false }
        return district.count <= 5
            && outcodeLengths(of: bytes).contains { length in
                isInward(bytes.dropFirst(length))
            }
    }

    /// The outward code of a complete code; the inward code always has three characters.
    static func outcode(ofWhole bytes: [UInt8]) -> ArraySlice<UInt8> { bytes.dropLast(3) }

    /// True if the bytes are exactly one outward code.
    static func isOutcode(_ bytes: ArraySlice<UInt8>) -> Bool {
        hasKnownArea(bytes) && outcodeLengths(of: Array(bytes)).contains(bytes.count)
    }

    /// The possible lengths of the outward code at the start of the bytes.
    static func outcodeLengths(of bytes: [UInt8]) -> [Int] {
        let area = bytes.prefix { $0 >= 65 }.count
        guard area >= 1, area <= 2, bytes.count > area, bytes[area].isASCIIDigit else { return [] }
        guard bytes.count > area + 1 else { return [area + 1] }
        // A second digit or one letter may belong to the district.
        return [area + 2, area + 1]
    }

    /// True if the bytes may be the start of an inward code: a digit, then letters.
    static func isInward(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first else { return true }
        return bytes.count <= 3 && first.isASCIIDigit && bytes.dropFirst().allSatisfy { $0 >= 65 }
    }

    /// Source: Google's address data (CC BY 4.0), which has Royal Mail's 124 areas.
    private static let areas: Set<UInt32> = Set(
        """
        AB AL B BA BB BD BF BH BL BN BR BS BT BX CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN
        DT DY E EC EH EN EX FK FY G GL GY GU HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA
        LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG
        SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE
        BFPO GIR
        """.split(whereSeparator: \.isWhitespace).map { area in
            area.utf8.reduce(0) { $0 << 8 | UInt32($1) }
        })
}
