import HTTPClient
import JSON
import Vocabulary

/// What Apple tells of a merchant token (contracts 6), as far as anything follows from it.
package struct TokenEvent: Equatable, Sendable {
    package let kind: Kind
    package let merchantToken: String
    /// In Apple's words, whether the buyer or the bank has wanted it; nothing where Apple does not say.
    package let reason: String?

    package enum Kind: Equatable, Sendable {
        /// Nothing is to be charged with it any more.
        case unlink
        /// The card behind it has another number; nothing where its end is not told.
        case metadata(lastFour: String?)
        /// Pictures, keys, and what there will be.
        case other
    }

    /// Apple's name of an event, as a stranger may have made it up.
    package struct Name: Hashable, Sendable {
        package let text: String

        /// Letters, digits, `-` and `_`: each is itself in an address, and none leads elsewhere.
        package init?(_ text: String) {
            let isPlain = text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x2D
                    || $0 == 0x5F
            }
            guard isPlain, (1...Self.lengthMax).contains(text.utf8.count) else { return nil }
            self.text = text
        }

        /// A UUID has 36.
        package static let lengthMax = 64
    }

    /// As long as Apple lets it be; a longer one is cut, because what is to stop is not to go on for a text.
    package static let reasonMax = 256
    private static let suffixMax = 4

    /// Nothing when the answer is not as Apple promises it.
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

    /// The end of the card's number; empty where none that can be shown is told, and nothing for what is too long.
    private static func suffix(in root: Node) -> String? {
        guard let node = root["merchantTokenMetadata"]?["cardMetadata"]?["fpanSuffix"],
            !node.isNull
        else { return "" }
        guard let text = node.string, text.utf8.count <= suffixMax else { return nil }
        let isWhole = text.utf8.count == suffixMax && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        return isWhole ? text : ""
    }
}
