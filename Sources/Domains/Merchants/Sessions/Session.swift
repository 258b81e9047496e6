import Crypto
import Vocabulary

/// A browser signed in to the dashboard with a secret key. It has the key's permissions while the
/// key works.
package struct Session: Sendable, Identified {
    package static let identifierPrefix = "ses"
    package typealias ID = Identifier<Session>

    /// A working day: people sign in again the next morning.
    package static let secondsMax: Int64 = 12 * 3_600
    /// Number of concurrent sessions per key; a new one replaces the oldest.
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

/// The browser's credential for a session: the identifier, a dot, and 160 random bits.
///
/// The identifier locates the row and is not secret; the server stores the SHA-256 of the rest
/// (docs/rules/money.md#17).
package struct SessionSecret: Sendable {
    package let session: Session.ID
    private let random: String

    package init(of session: Session.ID) {
        self.session = session
        random = KeyText.random()
    }

    /// Parses a cookie value; returns nil if it does not have this form.
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
