/// A text as a lookup key: lowercase letters and digits only, without accents.
///
/// `Côte d’Ivoire`, `COTE D'IVOIRE` and `cote divoire` have the same key; scripts other than Latin
/// keep their letters. Names in the tables are folded in the same way, so both sides always agree.
enum FoldedText {
    static func key(_ text: String) -> String {
        if let key = plainKey(text) { return key }
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { append(scalar, to: &folded) }
        return String(folded)
    }

    /// The key of an ASCII text, which most are; nil for any other.
    private static func plainKey(_ text: String) -> String? {
        var isPlain = true
        let key = String(unsafeUninitializedCapacity: text.utf8.count) { key in
            var count = 0
            for byte in text.utf8 {
                switch byte {
                case 48...57, 97...122: key[count] = byte
                case 65...90: key[count] = byte | 0x20
                case 0x80...: isPlain = false
                default: continue
                }
                count += 1
            }
            return isPlain ? count : 0
        }
        return isPlain ? key : nil
    }

    private static func append(_ scalar: Unicode.Scalar, to folded: inout String.UnicodeScalarView)
    {
        switch scalar.value {
        case 48...57, 97...122: folded.append(scalar)
        case 65...90: folded.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
        case 0...0xBF, 0xD7, 0xF7: return
        case 0xC0...0x17F: folded.append(contentsOf: latinLetters[Int(scalar.value) - 0xC0])
        case 0x1E00...0x1EFF:
            folded.append(contentsOf: latinAdditionalLetters[Int(scalar.value) - 0x1E00])
        // Combining accents.
        case 0x300...0x36F: return
        // Full-width Latin.
        case 0xFF01...0xFF5E:
            Unicode.Scalar(scalar.value - 0xFEE0).map { append($0, to: &folded) }
        // The voicing marks of decomposed kana, which are not letters.
        case 0x3099, 0x309A: folded.append(scalar)
        default:
            let properties = scalar.properties
            if properties.isAlphabetic || properties.generalCategory == .nonspacingMark {
                folded.append(contentsOf: properties.lowercaseMapping.unicodeScalars)
            } else if properties.numericType == .decimal, let value = properties.numericValue {
                folded.append(contentsOf: String(Int(value)).unicodeScalars)
            }
        }
    }

    private static let latinLetters = letters(latin)
    private static let latinAdditionalLetters = letters(latinAdditional)

    private static func letters(_ table: String) -> [[Unicode.Scalar]] {
        table.split(separator: " ").map { $0 == "-" ? [] : Array($0.unicodeScalars) }
    }
}
