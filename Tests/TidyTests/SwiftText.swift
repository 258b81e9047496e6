/// Swift source as the rules need it: words of code, strings and comments, separately.
///
/// A scanner, not a parser: it knows comments, every kind of string literal and interpolation.
struct SwiftText: Sendable {
    struct Word: Sendable { let text: String, line: Int, before: UInt8, after: UInt8 }
    struct Literal: Sendable { let text: String, line: Int }
    struct Comment: Sendable { let text: String, line: Int }

    private(set) var words: [Word] = []
    /// A literal's interpolations read as `\()`; literals inside them are listed separately.
    private(set) var literals: [Literal] = []
    private(set) var comments: [Comment] = []

    private let bytes: [UInt8]
    private var at = 0
    private var line = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
        scanCode(untilClosingParenthesis: false)
    }

    private func peek(_ offset: Int = 0) -> UInt8 {
        at + offset < bytes.count ? bytes[at + offset] : 0
    }

    private func looksAt(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { wanted in
            at + wanted.count <= bytes.count
                && bytes[at..<(at + wanted.count)].elementsEqual(wanted)
        }
    }

    private mutating func skip(_ count: Int = 1) {
        for _ in 0..<count where at < bytes.count {
            if bytes[at] == UInt8(ascii: "\n") { line += 1 }
            at += 1
        }
    }

    private mutating func scanCode(untilClosingParenthesis: Bool) {
        var depth = 0
        while at < bytes.count {
            if looksAt("//") {
                scanLineComment()
            } else if looksAt("/*") {
                scanBlockComment()
            } else if peek() == UInt8(ascii: "\"") || peek() == UInt8(ascii: "#") {
                scanLiteralOrHash()
            } else if SwiftText.isWord(peek()) {
                scanWord()
            } else {
                if peek() == UInt8(ascii: "(") { depth += 1 }
                if peek() == UInt8(ascii: ")") {
                    if depth == 0 && untilClosingParenthesis { return skip() }
                    depth -= 1
                }
                skip()
            }
        }
    }

    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 128...:
            true
        default: false
        }
    }

    private mutating func scanWord() {
        let start = at
        let before = start > 0 ? bytes[start - 1] : 0
        while SwiftText.isWord(peek()) { at += 1 }
        words.append(
            Word(
                text: String(decoding: bytes[start..<at], as: UTF8.self), line: line,
                before: before, after: peek()))
    }

    private mutating func scanLineComment() {
        let start = at
        while at < bytes.count, peek() != UInt8(ascii: "\n") { at += 1 }
        comments.append(
            Comment(text: String(decoding: bytes[start..<at], as: UTF8.self), line: line))
    }

    private mutating func scanBlockComment() {
        let (start, first) = (at, line)
        var depth = 0
        repeat {
            if looksAt("/*") {
                depth += 1
                skip(2)
            } else if looksAt("*/") {
                depth -= 1
                skip(2)
            } else {
                skip()
            }
        } while depth > 0 && at < bytes.count
        comments.append(
            Comment(text: String(decoding: bytes[start..<at], as: UTF8.self), line: first))
    }

    private mutating func scanLiteralOrHash() {
        var hashes = 0
        while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
        guard peek(hashes) == UInt8(ascii: "\"") else { return skip(max(1, hashes)) }
        skip(hashes)
        let multiline = looksAt("\"\"\"")
        skip(multiline ? 3 : 1)
        scanLiteral(hashes: hashes, quotes: multiline ? 3 : 1)
    }

    private mutating func scanLiteral(hashes: Int, quotes: Int) {
        let first = line
        var content: [UInt8] = []
        func follows(_ byte: UInt8, _ count: Int, from offset: Int) -> Bool {
            (0..<count).allSatisfy { peek(offset + $0) == byte }
        }
        while at < bytes.count {
            if follows(UInt8(ascii: "\""), quotes, from: 0),
                follows(UInt8(ascii: "#"), hashes, from: quotes)
            {
                skip(quotes + hashes)
                break
            }
            if peek() == UInt8(ascii: "\\"), follows(UInt8(ascii: "#"), hashes, from: 1) {
                skip(1 + hashes)
                content.append(UInt8(ascii: "\\"))
                if peek() == UInt8(ascii: "(") {
                    skip()
                    scanCode(untilClosingParenthesis: true)
                    content += Array("()".utf8)
                } else {
                    content.append(peek())
                    skip()
                }
                continue
            }
            // An unterminated string ends with its line.
            if quotes == 1 && peek() == UInt8(ascii: "\n") { break }
            content.append(peek())
            skip()
        }
        literals.append(Literal(text: String(decoding: content, as: UTF8.self), line: first))
    }
}
