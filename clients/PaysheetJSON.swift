// The JSON, the paths and the lists of PaysheetServer.swift.

import Foundation

/// JSON, whose members are properties: `checkout.lastAttempt.code`. A missing member is `null`.
///
/// `"\(checkout.id)"` is a member as a `String`, and `.string(id)` is a `String` as JSON.
@dynamicMemberLookup
public enum PaysheetJSON: Equatable, Sendable {
    case null, bool(Bool), integer(Int), number(Double), string(String)
    case array([PaysheetJSON]), object([String: PaysheetJSON])

    public subscript(dynamicMember name: String) -> PaysheetJSON { self[name] }
    /// The member with a name that Swift uses itself, such as `description`.
    public subscript(name: String) -> PaysheetJSON {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }
    /// The entries of an array; empty for other values.
    public var elements: [PaysheetJSON] { if case .array(let all) = self { all } else { [] } }
}

extension PaysheetJSON: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: PaysheetJSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, PaysheetJSON)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}

extension PaysheetJSON: Codable, CustomStringConvertible {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? value.decode(Int.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let elements = try? value.decode([PaysheetJSON].self) {
            self = .array(elements)
        } else {
            self = .object(try value.decode([String: PaysheetJSON].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let bool): try value.encode(bool)
        case .integer(let integer): try value.encode(integer)
        case .number(let number): try value.encode(number)
        case .string(let text): try value.encode(text)
        case .array(let elements): try value.encode(elements)
        case .object(let members): try value.encode(members)
        }
    }

    /// A text without quotes, and JSON for other values.
    public var description: String {
        if case .string(let text) = self { return text }
        return (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// A path with its query. It escapes interpolated identifiers, so that none names another call.
public struct PaysheetPath: ExpressibleByStringInterpolation, Sendable {
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var path = PaysheetPath(stringLiteral: "")

        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) { path.text += literal }
        public mutating func appendInterpolation(_ identifier: String) {
            appendInterpolation(PaysheetJSON.string(identifier))
        }
        public mutating func appendInterpolation(_ identifier: PaysheetJSON) {
            let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
            path.text += "\(identifier)".addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
            path.isValid = path.isValid && ![.null, "", ".", ".."].contains(identifier)
        }
    }
    var text: String
    var isValid = true

    public init(stringLiteral text: String) { self.text = text }
    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.path }
}

/// The entries of a list, which is read page by page while you iterate.
public struct PaysheetList: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let server: PaysheetServer
    let path: PaysheetPath
    var cursor: PaysheetJSON?
    var page: ArraySlice<PaysheetJSON> = []

    public func makeAsyncIterator() -> PaysheetList { self }
    public mutating func next() async throws -> PaysheetJSON? {
        while page.isEmpty, cursor != .null {
            var next = path
            if let cursor {
                let query: PaysheetPath = "after=\(cursor)"
                next.text += (path.text.contains("?") ? "&" : "?") + query.text
            }
            let answer = try await server.get(next)
            (page, cursor) = (answer.data.elements[...], answer.nextCursor)
        }
        return page.popFirst()
    }
}
