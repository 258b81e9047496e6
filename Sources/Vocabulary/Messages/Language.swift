/// The languages in which a buyer is spoken to, by their BCP 47 tags.
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
    /// How much of an Accept-Language header is read: browsers send some dozens of bytes.
    package static let headerBytesMax = 1024
    /// How many languages of a header are weighed.
    package static let rangesMax = 32

    /// The best language for an Accept-Language header (RFC 9110, 12.5.4); English when none fits.
    ///
    /// The highest weight wins, the earlier one among equals; `q=0` excludes a language; a malformed
    /// range is passed over; what is beyond the limits is not read. Each request has such a header,
    /// so it is read in place: nothing is allocated.
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

    /// The language that speaks to readers of a BCP 47 tag: `de-AT` reads German.
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
            // A script outweighs a region: zh-Hans-HK reads simplified.
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

    /// A weight in thousandths: `q=` and 0 to 1 with at most three decimals, else nothing.
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
    /// Takes the next part off a list; empty parts are passed over. Nil when none is left.
    fileprivate mutating func popPart(before separator: UInt8) -> Bytes? {
        while first == separator { removeFirst() }
        guard !isEmpty else { return nil }
        let part = prefix { $0 != separator }
        self = dropFirst(part.count + 1)
        return part
    }

    /// Takes the next subtag off a tag.
    fileprivate mutating func popSubtag() -> Subtag {
        let part = prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
        self = dropFirst(part.count + 1)
        return Subtag(part)
    }

    /// Without the blanks that RFC 9110 allows around list members and weights.
    fileprivate var trimmed: Bytes {
        var bytes = self
        while bytes.first == 32 || bytes.first == 9 { bytes.removeFirst() }
        while bytes.last == 32 || bytes.last == 9 { bytes.removeLast() }
        return bytes
    }
}

/// A part of a tag in small letters, as a number to compare with; one of more than four is none.
private struct Subtag: Equatable, ExpressibleByStringLiteral {
    /// The bytes behind a 1, which tells their number.
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
