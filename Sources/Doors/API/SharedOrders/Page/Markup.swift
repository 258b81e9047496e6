/// The HTML of a page. Literals and other `Markup` are HTML; every interpolated string is escaped.
struct Markup: Sendable, ExpressibleByStringInterpolation {
    private(set) var text: String

    init(stringLiteral text: String) { self.text = text }
    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// Escapes plain text, so that a browser reads no markup in it.
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

        /// Text by another author: its direction cannot move the text beside it.
        mutating func appendInterpolation(name: String) {
            text += "<bdi>"
            text.appendEscaped(name)
            text += "</bdi>"
        }
    }

    /// A document that a script of the page reads; nothing in it can end the element.
    static func data(_ id: String, json: [UInt8]) -> Markup {
        let text = String(decoding: json, as: UTF8.self).split(
            separator: "<", omittingEmptySubsequences: false
        ).joined(separator: "\\u003c")
        var markup: Markup = "<script type=\"application/json\" id=\"\(id)\">"
        markup.text += text + "</script>"
        return markup
    }

    /// Joins the parts in their order.
    static func joined(_ parts: [Markup], by separator: String = "") -> Markup {
        var markup: Markup = ""
        markup.text = parts.map(\.text).joined(separator: separator)
        return markup
    }
}

extension String {
    /// Escapes for text and for quoted attributes alike.
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
