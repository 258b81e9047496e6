import Crypto
import Vocabulary

/// A browser that a secret key has let into the dashboard. It may do what the key may, while that works.
package struct Session: Sendable, Identified {
    package static let identifierPrefix = "ses"
    package typealias ID = Identifier<Session>

    /// A working day: whoever comes back the next morning signs in again.
    package static let secondsMax: Int64 = 12 * 3_600
    /// Browsers that one key lets in at a time; the oldest makes room.
    static let perKeyMax = 100

    package let id: ID
    package let key: APIKey.ID
    package let createdAt: Instant

    package init(id: ID, key: APIKey.ID, createdAt: Instant) {
        self.id = id
        self.key = key
        self.createdAt = createdAt
    }

    package var expiresAt: Instant { createdAt.adding(seconds: Session.secondsMax) }
}

/// What the browser holds of a session: its identifier, a dot, and 160 random bits.
///
/// The identifier leads to the row and is no secret; the rest is kept as SHA-256 (money.md 17).
package struct SessionSecret: Sendable {
    package let session: Session.ID
    private let random: String

    package init(of session: Session.ID) {
        self.session = session
        random = KeyText.random()
    }

    /// What a cookie says; nothing when it cannot be one.
    package init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let session = Session.ID(String(parts[0])), !parts[1].isEmpty,
            parts[1].utf8.count <= 64
        else { return nil }
        self.session = session
        random = String(parts[1])
    }

    package var text: String { "\(session.text).\(random)" }

    var hash: [UInt8] { SHA256.hash(Array(random.utf8)) }
}
