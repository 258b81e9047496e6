import Crypto
import Vocabulary

/// A merchant's API key: `sk_` for its server, `pk_` for browsers.
///
/// The text is `sk_`, the merchant's number, `_` and 160 random bits in base32. The server shows it
/// once and stores its SHA-256 (docs/rules/money.md#17); the number in the text locates the row.
package struct APIKey: Sendable, Identified {
    package static let identifierPrefix = "key"
    package typealias ID = Identifier<APIKey>

    package enum Kind: String, Sendable, CaseIterable {
        case secret
        case publishable

        package var prefix: String { self == .secret ? "sk_" : "pk_" }
    }

    /// A name fits on a line of the list of keys.
    package static let nameLengthMax = 100
    /// Uses are recorded this seldom, so that a busy key writes one row a minute.
    static let secondsBetweenUses: Int64 = 60

    package let id: ID
    package let kind: Kind
    package let scope: Scope
    /// The merchant's name for the key, such as the program that has it.
    package let name: String?
    /// The key's last four characters.
    package let hint: String
    package let createdAt: Instant
    package let expiresAt: Instant?
    package var revokedAt: Instant?
    /// The time of a use, at most a minute and a few seconds before the last one.
    package let lastUsedAt: Instant?

    package init(
        id: ID, kind: Kind, scope: Scope, name: String? = nil, hint: String, createdAt: Instant,
        expiresAt: Instant?, revokedAt: Instant? = nil, lastUsedAt: Instant? = nil
    ) {
        self.id = id
        self.kind = kind
        self.scope = scope
        self.name = name
        self.hint = hint
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        self.lastUsedAt = lastUsedAt
    }

    package func isActive(at now: Instant) -> Bool {
        revokedAt == nil && expiresAt.map { now < $0 } ?? true
    }

    /// Requires that the holder of a scope may create, rotate or revoke this key, so that a key
    /// cannot give or take rights that it does not have.
    func requireChange(by issuer: Scope) throws {
        guard kind == .publishable || issuer.includes(scope) else {
            throw MerchantRefusal.scopeExceeded
        }
    }
}

/// The text of a key: the server shows it once, when it creates the key; callers then send it.
package struct KeyText: Sendable {
    package let text: String

    package static func make(_ kind: APIKey.Kind, of merchant: MerchantNumber) -> KeyText {
        KeyText(text: kind.prefix + merchant.text + "_" + random())
    }

    package static func makeOperator() -> KeyText { KeyText(text: "op_" + random()) }

    package init(text: String) { self.text = text }

    package var hash: [UInt8] { SHA256.hash(Array(text.utf8)) }
    package var hint: String { String(text.suffix(4)) }

    /// Returns 160 random bits, five per character.
    static func random() -> String {
        String(decoding: Random.bytes(32).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
    }

    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
}
