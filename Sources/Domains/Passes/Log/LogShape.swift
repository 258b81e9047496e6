import Vocabulary

/// A phone's log message without identifying parts; a pure rule. Messages of the same shape are
/// reported together.
///
/// Keeps plain words and short numbers, such as a status; replaces URLs, serial numbers, tokens,
/// dates and names with a mark. The sender may not be a phone at all.
package struct LogShape: Hashable, Sendable {
    package let text: String
    /// Pass and order types in the message.
    package let typeIdentifiers: [String]

    static let lengthMax = 500
    /// Wallet's messages have about a hundred characters.
    package static let lineLengthMax = 2_000
    private static let wordLengthMax = 24
    private static let mark = "…"

    package init(of line: String) {
        let seen = String(line.prefix(Self.lineLengthMax)).printable
        let words = seen.split(separator: " ").map(String.init)
        typeIdentifiers = Array(
            Set(words.map(Self.bare).filter { Self.isType($0) && $0.utf8.count <= 255 })
        ).sorted().prefix(Self.typesMax).map { $0 }
        var shape: [String] = []
        for word in words {
            let kept = Self.isPlain(Self.bare(word)) ? word : Self.mark
            if kept != Self.mark || shape.last != Self.mark { shape.append(kept) }
        }
        text = String(shape.joined(separator: " ").prefix(Self.lengthMax))
    }

    /// The kind for all messages above the limit of kinds.
    static let other = LogShape(of: "")

    private static func isType(_ word: String) -> Bool {
        word.hasPrefix("pass.") || word.hasPrefix("order.")
    }

    /// Messages usually name one.
    private static let typesMax = 3

    /// Returns a word without surrounding punctuation.
    private static func bare(_ word: String) -> String {
        let around = Set("()[]{}<>,;:.!?\"'")
        var word = Substring(word)
        while let first = word.first, around.contains(first) { word.removeFirst() }
        while let last = word.last, around.contains(last) { word.removeLast() }
        return String(word)
    }

    private static func isPlain(_ word: String) -> Bool {
        if word.isEmpty || known.contains(word) { return true }
        if word.hasOnlyASCIIDigits { return word.utf8.count <= 3 }
        return word.utf8.count <= wordLengthMax
            && word.utf8.allSatisfy(\.isASCIILowercase)
    }

    /// Capitalized words in Wallet's messages; other capitalized words may be names of people.
    private static let known: Set<String> = [
        "Get", "Register", "Unregister", "Update", "Pass", "Passes", "Order", "Orders",
        "Unexpected", "Server", "Web",
        "Response", "Failed", "Invalid", "Missing", "The", "No", "Authentication", "Authorization",
        "Error", "Code", "SSL", "TLS", "URL", "HTTP", "HTTPS", "JSON", "NSURLErrorDomain", "NULL",
        "Service", "Request", "Task", "Could", "Not", "Unable", "Received", "Last-Modified",
    ]
}
