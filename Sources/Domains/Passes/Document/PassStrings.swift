/// The contents of a pass.strings file: translations by the text that they replace. `"label" =
/// "Étiquette";`, with C comments; in UTF-8, or in UTF-16 with a byte order mark.
struct PassStrings: Sendable {
    private let texts: [String: String]

    init(_ texts: [String: String]) { self.texts = texts }

    /// Returns nil if the file cannot be parsed.
    init?(_ bytes: [UInt8]) {
        guard let text = Self.decoded(bytes) else { return nil }
        var reader = Reader(rest: Array(text.unicodeScalars)[...])
        guard let texts = reader.all() else { return nil }
        self.texts = texts
    }

    var keys: Set<String> { Set(texts.keys) }

    /// The translation of a text, or the text itself without a translation.
    subscript(text: String) -> String { texts[text] ?? text }

    private static func decoded(_ bytes: [UInt8]) -> String? {
        let isBig = bytes.starts(with: [0xFE, 0xFF])
        guard isBig || bytes.starts(with: [0xFF, 0xFE]) else {
            let bare = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
            return String(validating: bare, as: UTF8.self)
        }
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: 2, to: bytes.count, by: 2).map { at in
            let (one, other) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
            return isBig ? one << 8 | other : other << 8 | one
        }
        return String(validating: units, as: UTF16.self)
    }

    private struct Reader {
        var rest: ArraySlice<Unicode.Scalar>

        mutating func all() -> [String: String]? {
            var texts: [String: String] = [:]
            while true {
                guard skipSpace() else { return nil }
                guard !rest.isEmpty else { return texts }
                guard let key = text(), skipSpace(), rest.popFirst() == "=", skipSpace(),
                    let value = text(), skipSpace(), rest.popFirst() == ";"
                else { return nil }
                texts[key] = value
            }
        }

        /// Skips spaces and comments; returns false for an unterminated comment.
        private mutating func skipSpace() -> Bool {
            while let next = rest.first {
                if next.properties.isWhitespace {
                    rest.removeFirst()
                } else if rest.starts(with: "//".unicodeScalars) {
                    rest = rest.drop { $0 != "\n" && $0 != "\r" }
                } else if rest.starts(with: "/*".unicodeScalars) {
                    rest = rest.dropFirst(2)
                    while !rest.starts(with: "*/".unicodeScalars) {
                        guard rest.popFirst() != nil else { return false }
                    }
                    rest = rest.dropFirst(2)
                } else {
                    return true
                }
            }
            return true
        }

        /// Reads a quoted string, or a single unquoted word.
        private mutating func text() -> String? {
            guard rest.first == "\"" else {
                let word = rest.prefix {
                    $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
                        || $0 == "_" || $0 == "-" || $0 == "."
                }
                rest = rest.dropFirst(word.count)
                return word.isEmpty ? nil : String(String.UnicodeScalarView(word))
            }
            rest.removeFirst()
            var text = String.UnicodeScalarView()
            while let next = rest.popFirst() {
                switch next {
                case "\"": return String(text)
                case "\\":
                    guard let escaped = escape() else { return nil }
                    text.append(escaped)
                default: text.append(next)
                }
            }
            return nil
        }

        private mutating func escape() -> Unicode.Scalar? {
            guard let letter = rest.popFirst() else { return nil }
            switch letter {
            case "n": return "\n"
            case "r": return "\r"
            case "t": return "\t"
            case "U", "u":
                let digits = rest.prefix(4)
                rest = rest.dropFirst(4)
                guard digits.count == 4 else { return nil }
                return UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
                    .flatMap(Unicode.Scalar.init)
            default: return letter
            }
        }
    }
}
