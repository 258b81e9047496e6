import Vocabulary

/// Finds a postal code among other words, and recognizes text that means no code.
enum PostalCodeText {
    /// The code in `10115 Berlin`, `zip 95014`, `郵便番号100-0001` or `O2139`.
    ///
    /// It leaves out whole words at either end, and reads the letter O as a zero if that makes a
    /// code. The rest must be a code by itself.
    static func code(in text: String, of country: Country) -> PostalCode? {
        let words = words(of: text, in: country)
        let candidates =
            [
                words.drop { !$0.hasDigit }.map(\.text), trimmed(words).map(\.text),
                words.prefix { $0.hasDigit }.map(\.text),
            ].map { $0.joined(separator: " ") }
            + [text.replacing("O", with: "0").replacing("o", with: "0")]
        for candidate in candidates where !candidate.isEmpty && candidate != text {
            if case .code(let code) = PostalCode.read(candidate, in: country, at: .full) {
                return code
            }
        }
        return nil
    }

    /// True for text that people type if they have no code. The caller checks that the post of the
    /// country needs none.
    static func isNone(_ text: String, in country: Country) -> Bool {
        let key = FoldedText.key(text)
        if ["na", "none", "no", "nil", "null", "x", "xx", "xxx", ""].contains(key) { return true }
        if let first = key.first, "09".contains(first), key.allSatisfy({ $0 == first }) {
            return true
        }
        // Dublin's districts before the Eircode: `Dublin 8`, `D24`, `D6W`.
        guard country.code == "IE" else { return false }
        let district = key.hasPrefix("dublin") ? key.dropFirst(6) : key.drop { $0 == "d" }
        return district.count < key.count && (1...3).contains(district.count)
            && district.first?.isNumber == true
    }

    private struct Word {
        let text: String
        let hasDigit: Bool
    }

    /// Splits the text at spaces and similar separators. If no code of the country has letters,
    /// letters before digits become a separate word: `CA95014` is two words, `SW1A` one.
    private static func words(of text: String, in country: Country) -> [Word] {
        let hasLetters = PostalFormat.of(country).patterns.contains { $0.digitCount == nil }
        return text.split { $0.isWhitespace || "()-–.:,/".contains($0) }.prefix(8).flatMap {
            part -> [Word] in
            let letters = part.prefix { $0.isLetter }
            let rest = part.dropFirst(letters.count)
            let isLabel = !hasLetters || letters.count > 2 || !letters.allSatisfy(\.isASCII)
            guard isLabel, !letters.isEmpty, !rest.isEmpty else {
                return [Word(text: String(part), hasDigit: part.contains(where: \.isNumber))]
            }
            return [
                Word(text: String(letters), hasDigit: false),
                Word(text: String(rest), hasDigit: rest.contains(where: \.isNumber)),
            ]
        }
    }

    /// The words without leading and trailing ones that have no digit.
    private static func trimmed(_ words: [Word]) -> ArraySlice<Word> {
        var words = words.drop { !$0.hasDigit }
        while let last = words.last, !last.hasDigit { words.removeLast() }
        return words
    }
}
