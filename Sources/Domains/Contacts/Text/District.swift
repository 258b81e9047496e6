/// The districts of China's cities, as addresses name them.
enum District {
    /// True if a text names a district, or a city without districts.
    static func isNamed(in text: String) -> Bool {
        if text.unicodeScalars.contains(where: signs.contains) { return true }
        let words = text.split { !$0.isLetter }.map { FoldedText.key(String($0)) }
        if words.contains(where: marks.contains) { return true }
        return words.indices.contains { start in
            // `Pudong`, `Pu Dong`, `Pudong New Area`.
            (1...2).contains { isOne(words[start...].prefix($0).joined()) }
        } || words.contains(where: isInside)
    }

    private static func isOne(_ key: String) -> Bool {
        Gazetteer.districts.value(of: key) != nil
    }

    /// True if a word without spaces contains one: `金华市义乌市`.
    private static func isInside(_ word: String) -> Bool {
        let scalars = Array(word.unicodeScalars.prefix(FieldLimit.place))
        guard let first = scalars.first, first.value > 0x2E80 else { return false }
        return scalars.indices.contains { start in
            (2...8).contains { length in
                guard start + length <= scalars.count else { return false }
                return isOne(
                    String(String.UnicodeScalarView(scalars[start..<start + length])))
            }
        }
    }

    /// District, county, banner, town.
    private static let signs: Set<Unicode.Scalar> = ["区", "區", "县", "縣", "旗", "镇", "鎮"]
    private static let marks: Set<String> = [
        "district", "dist", "county", "banner", "town", "qu", "xian", "zhen",
    ]
}
