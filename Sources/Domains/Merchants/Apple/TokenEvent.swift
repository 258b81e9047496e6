import HTTPClient
import JSON
import Vocabulary

/// An event of a merchant token from Apple (docs/rules/apple.md#6), with the fields that the server
/// acts on.
package struct TokenEvent: Equatable, Sendable {
    package let kind: Kind
    package let merchantToken: String
    /// Apple's reason, such as the buyer's or the bank's request; nil if Apple gives none.
    package let reason: String?

    package enum Kind: Equatable, Sendable {
        /// The merchant must no longer charge the token.
        case unlink
        /// The card behind the token has a new number; nil if Apple does not give its last digits.
        case metadata(lastFour: String?)
        /// Card art, keys and event types added in the future.
        case other
    }

    /// Apple's name of an event. Untrusted: anyone can send it.
    package struct Name: Hashable, Sendable {
        package let text: String

        /// Letters, digits, `-` and `_`: they need no escaping in a URL and cannot change its path.
        package init?(_ text: String) {
            let isPlain = text.utf8.allSatisfy {
                $0.isASCIIAlphanumeric || $0 == 0x2D || $0 == 0x5F
            }
            guard isPlain, (1...Self.lengthMax).contains(text.utf8.count) else { return nil }
            self.text = text
        }

        /// A UUID has 36 characters.
        package static let lengthMax = 64
    }

    /// Apple's limit. A longer reason is truncated, because its length must not keep a charge from
    /// being stopped.
    package static let reasonMax = 256
    private static let suffixMax = 4

    /// Returns nil if the response does not have the documented form.
    static func read(_ answer: Answer) -> TokenEvent? {
        guard !answer.isCut, let document = try? Document.parse(answer.body),
            let type = document.root["eventType"]?.string, !type.isEmpty,
            let token = document.root["merchantTokenIdentifier"]?.string
                .flatMap(MerchantTokenIdentifier.read)
        else { return nil }
        let reason = document.root["reason"]?.string.map {
            String(String.UnicodeScalarView($0.unicodeScalars.prefix(reasonMax)))
        }
        switch type {
        case "UNLINK": return TokenEvent(kind: .unlink, merchantToken: token, reason: reason)
        case "UPDATED_METADATA":
            guard let suffix = suffix(in: document.root) else { return nil }
            return TokenEvent(
                kind: .metadata(lastFour: suffix.isEmpty ? nil : suffix), merchantToken: token,
                reason: reason)
        default: return TokenEvent(kind: .other, merchantToken: token, reason: reason)
        }
    }

    /// Returns the last digits of the card number: empty if the event has none to show, nil if the
    /// member is not a text or is too long.
    private static func suffix(in root: Node) -> String? {
        guard let node = root["merchantTokenMetadata"]?["cardMetadata"]?["fpanSuffix"],
            !node.isNull
        else { return "" }
        guard let text = node.string, text.utf8.count <= suffixMax else { return nil }
        let isWhole = text.utf8.count == suffixMax && text.hasOnlyASCIIDigits
        return isWhole ? text : ""
    }
}
