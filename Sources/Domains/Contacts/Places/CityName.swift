/// Keys by which names of American cities are found.
enum CityName {
    /// `St. Paul`, `SAINT PAUL` and `saint  paul` have the same key; other scripts keep their
    /// letters.
    static func key(_ text: String) -> String {
        var key = ""
        var word = String.UnicodeScalarView()
        let end = { (word: inout String.UnicodeScalarView) in
            guard !word.isEmpty else { return }
            let folded = FoldedText.key(String(word))
            key += words[folded] ?? folded
            word = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            if scalar.isLetterOrDigit || scalar.properties.generalCategory == .nonspacingMark {
                word.append(scalar)
            } else if scalar != "'" && scalar != "\u{2019}" {
                end(&word)
            }
        }
        end(&word)
        return key
    }

    private static let words: [String: String] = {
        var words: [String: String] = [:]
        for pair in wordData.split(whereSeparator: \.isWhitespace) {
            let sides = pair.split(separator: "=")
            if sides.count == 2 { words[String(sides[0])] = String(sides[1]) }
        }
        return words
    }()
}
