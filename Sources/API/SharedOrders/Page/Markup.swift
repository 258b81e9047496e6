/// Markup that a page is put together of: what is interpolated is text, and only what is written here is markup.
struct Markup: Sendable, ExpressibleByStringInterpolation {
    private(set) var text: String

    init(stringLiteral text: String) { self.text = text }
    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// Text as it is read, with nothing in it that a browser takes for markup.
    init(_ plain: String) {
        text = ""
        text.appendEscaped(plain)
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 32 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ plain: String) { text.appendEscaped(plain) }
        mutating func appendInterpolation(_ markup: Markup) { text += markup.text }

        mutating func appendInterpolation(_ parts: [Markup]) {
            for part in parts { text += part.text }
        }

        /// What somebody else has written: whichever way it runs, what stands beside it stays where it is.
        mutating func appendInterpolation(name: String) {
            text += "<bdi>"
            text.appendEscaped(name)
            text += "</bdi>"
        }
    }

    /// A document that a script of the page reads; nothing in it ends the element.
    static func data(_ id: String, json: [UInt8]) -> Markup {
        let text = String(decoding: json, as: UTF8.self).split(
            separator: "<", omittingEmptySubsequences: false
        ).joined(separator: "\\u003c")
        var markup: Markup = "<script type=\"application/json\" id=\"\(id)\">"
        markup.text += text + "</script>"
        return markup
    }

    /// One after the other.
    static func joined(_ parts: [Markup], by separator: String = "") -> Markup {
        var markup: Markup = ""
        markup.text = parts.map(\.text).joined(separator: separator)
        return markup
    }
}

extension String {
    /// In text and in quoted attributes alike.
    fileprivate mutating func appendEscaped(_ plain: String) {
        for scalar in plain.unicodeScalars {
            switch scalar {
            case "&": self += "&amp;"
            case "<": self += "&lt;"
            case ">": self += "&gt;"
            case "\"": self += "&quot;"
            case "'": self += "&#39;"
            default: unicodeScalars.append(scalar)
            }
        }
    }
}
