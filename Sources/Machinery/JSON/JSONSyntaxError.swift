/// The reason for which bytes are not an accepted document.
///
/// It names a position, never the value there: a body may contain a card token or a secret.
package struct JSONSyntaxError: Error, Hashable, Sendable {
    package enum Reason: String, Sendable {
        case empty, invalidJSON, invalidUTF8, trailingContent, tooDeep, tooLarge
        case duplicateKey, nul, loneSurrogate
    }

    package let reason: Reason
    /// The byte offset from the beginning, if the position is a byte.
    package let offset: Int?
    /// The pointer (RFC 6901), if the position is a member.
    package let pointer: String?
    private let depthMax: Int

    package init(_ reason: Reason, offset: Int? = nil, pointer: String? = nil, depthMax: Int = 32) {
        self.reason = reason
        self.offset = offset
        self.pointer = pointer
        self.depthMax = depthMax
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    package var description: String {
        var text = sentence
        if let offset { text += " at byte \(offset)" }
        return text
    }

    private var sentence: String {
        switch reason {
        case .empty: "a JSON document is required; the input is empty"
        case .invalidJSON: "the input is not valid JSON (RFC 8259)"
        case .invalidUTF8: "the input is not valid UTF-8"
        case .trailingContent: "the input continues after the end of the JSON document"
        case .tooDeep: "arrays and objects can be nested at most \(depthMax) levels deep"
        case .tooLarge: "the document is too large"
        case .duplicateKey: "an object has two members of the same name"
        case .nul where pointer != nil:
            "only the message of a barcode may contain the character NUL"
        case .nul: "a string contains the character NUL"
        case .loneSurrogate: "a string contains an unpaired surrogate"
        }
    }
}
