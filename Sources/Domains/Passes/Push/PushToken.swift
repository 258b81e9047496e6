import Vocabulary

/// The token by which Apple finds a phone. A phone may change it at any time.
package struct PushToken: Equatable, Sendable {
    package let text: String

    /// Apple's tokens have 64 digits today, and may become longer.
    static let lengthMax = 200

    /// Returns nil unless the text is hexadecimal.
    package init?(_ text: String) {
        guard 1...Self.lengthMax ~= text.utf8.count, text.utf8.allSatisfy(\.isASCIIHexDigit) else {
            return nil
        }
        self.text = text.lowercased()
    }
}
