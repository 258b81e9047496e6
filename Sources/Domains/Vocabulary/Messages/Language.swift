/// The languages of messages to buyers, by their BCP 47 tags.
package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case french = "fr"
    case german = "de"
    case spanish = "es"
    case italian = "it"
    case portuguese = "pt"
    case dutch = "nl"
    case japanese = "ja"
    case simplifiedChinese = "zh-Hans"
    case traditionalChinese = "zh-Hant"
    case korean = "ko"
}

extension Language {
    /// The bytes of an Accept-Language header that are parsed: browsers send some dozens.
    package static let headerBytesMax = 1024
    /// The number of languages in a header that are parsed.
    package static let rangesMax = 32

    /// The best language for an Accept-Language header (RFC 9110, 12.5.4); English if none matches.
    ///
    /// The highest weight wins, the earlier one among equals; `q=0` excludes a language; a
    /// malformed range is skipped; text beyond the limits is ignored. Each request has such a
    /// header, so it is parsed in place without allocations.
    package init(acceptLanguage header: String?) {
        var header = header ?? ""
        self = header.withUTF8 { Language(bestOf: $0.prefix(Language.headerBytesMax)) }
    }

    private init(bestOf header: Bytes) {
        var best: (language: Language, weight: Int)?
        var refused: Set<Language> = []
        var wildcard = false
        var rest = header
        for _ in 0..<Language.rangesMax {
            guard var range = rest.popPart(before: UInt8(ascii: ",")) else { break }
            guard let tag = range.popPart(before: UInt8(ascii: ";"))?.trimmed else { continue }
            let parameter = range.popPart(before: UInt8(ascii: ";"))
            guard range.isEmpty, let weight = parameter.map(Language.weight) ?? 1000 else {
                continue
            }
            if tag.elementsEqual(CollectionOfOne(UInt8(ascii: "*"))) {
                wildcard = weight > 0
                continue
            }
            guard let language = Language(tagBytes: tag) else { continue }
            if weight == 0 {
                refused.insert(language)
            } else if weight > best?.weight ?? 0 {
                best = (language, weight)
            }
        }
        if let best {
            self = best.language
        } else if wildcard, refused.contains(.english) {
            self = Language.allCases.first { !refused.contains($0) } ?? .english
        } else {
            self = .english
        }
    }

    /// The language for readers of a BCP 47 tag: German for `de-AT`.
    package init?(tag: String) {
        guard tag.utf8.count <= 64 else { return nil }
        var tag = tag
        guard let language = tag.withUTF8({ Language(tagBytes: $0[...]) }) else { return nil }
        self = language
    }

    private init?(tagBytes: Bytes) {
        var rest = tagBytes
        let first = rest.popSubtag()
        switch first {
        case "en": self = .english
        case "fr": self = .french
        case "de": self = .german
        case "es": self = .spanish
        case "it": self = .italian
        case "pt": self = .portuguese
        case "nl": self = .dutch
        case "ja": self = .japanese
        case "ko": self = .korean
        case "zh", "yue", "cmn":
            // A script outweighs a region: zh-Hans-HK means simplified characters.
            var isTraditional = first == "yue"
            while !rest.isEmpty {
                switch rest.popSubtag() {
                case "hans":
                    self = .simplifiedChinese
                    return
                case "hant", "tw", "hk", "mo": isTraditional = true
                default: break
                }
            }
            self = isTraditional ? .traditionalChinese : .simplifiedChinese
        default: return nil
        }
    }

    /// A weight in thousandths: `q=` and 0 to 1 with at most three decimals; nil for other text.
    private static func weight(_ parameter: Bytes) -> Int? {
        var digits = parameter.trimmed
        guard let name = digits.popFirst(), name | 0x20 == UInt8(ascii: "q"),
            digits.popFirst() == UInt8(ascii: "="),
            let ones = digits.popFirst(), ones == 48 || ones == 49,
            digits.count <= 4, digits.popFirst() ?? 46 == UInt8(ascii: ".")
        else { return nil }
        var thousandths = Int(ones - 48)
        for _ in 0..<3 {
            let digit = digits.popFirst() ?? 48
            guard digit >= 48, digit <= 57 else { return nil }
            thousandths = thousandths * 10 + Int(digit - 48)
        }
        return thousandths <= 1000 ? thousandths : nil
    }
}

private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

extension Bytes {
    /// Removes the next part of a list, skipping empty parts. Returns nil at the end.
    fileprivate mutating func popPart(before separator: UInt8) -> Bytes? {
        while first == separator { removeFirst() }
        guard !isEmpty else { return nil }
        let part = prefix { $0 != separator }
        self = dropFirst(part.count + 1)
        return part
    }

    /// Removes the next subtag of a tag.
    fileprivate mutating func popSubtag() -> Subtag {
        let part = prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
        self = dropFirst(part.count + 1)
        return Subtag(part)
    }

    /// Without the whitespace that RFC 9110 allows around list members and weights.
    fileprivate var trimmed: Bytes {
        var bytes = self
        while bytes.first == 32 || bytes.first == 9 { bytes.removeFirst() }
        while bytes.last == 32 || bytes.last == 9 { bytes.removeLast() }
        return bytes
    }
}

/// A subtag in lowercase, as a number for comparison; equal to no known subtag if it is longer than
/// four bytes.
private struct Subtag: Equatable, ExpressibleByStringLiteral {
    /// The bytes after a leading 1, which encodes their number.
    private var word: UInt64 = 1

    init(_ bytes: Bytes) {
        guard bytes.count <= 4 else { return }
        for byte in bytes {
            let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            word = word << 8 | UInt64(isCapital ? byte | 0x20 : byte)
        }
    }

    init(stringLiteral text: StaticString) {
        self.init(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)[...])
    }
}
