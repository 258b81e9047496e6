import Crypto
import Postgres
import Vocabulary

/// A key of the server's operator, which belongs to no merchant.
package struct OperatorKey: Sendable {
    package let id: ID
    package let createdAt: Instant
    package let revokedAt: Instant?

    /// `opk_` and the first 16 hexadecimal digits of the key's SHA-256.
    ///
    /// Whoever has a key can say which one it is, and nobody learns the key from it.
    package struct ID: Hashable, Sendable {
        static let bytesCount = 8
        private static let prefix = "opk_"

        let bytes: [UInt8]

        init(bytes: [UInt8]) { self.bytes = bytes }

        package init(of key: KeyText) { bytes = Array(key.hash.prefix(ID.bytesCount)) }

        package init?(_ text: String) {
            guard text.hasPrefix(ID.prefix),
                let bytes = Hex.decode(String(text.dropFirst(ID.prefix.count))),
                bytes.count == ID.bytesCount
            else { return nil }
            self.bytes = bytes
        }

        package var text: String { ID.prefix + Hex.encode(bytes) }
    }
}

/// Makes a key of the operator; its text is in hand this once.
package struct IssueOperatorKey: Sendable {
    package let now: Instant

    package init(now: Instant) { self.now = now }

    package func callAsFunction(on database: Database) async throws -> KeyText {
        let text = KeyText.makeOperator()
        try await database.run(OperatorKey.insert(hash: text.hash, at: now))
        return text
    }
}

/// The operator's keys, oldest first; ended ones too.
package struct ListOperatorKeys: Sendable {
    package init() {}

    package func callAsFunction(on database: Database) async throws -> [OperatorKey] {
        try await database.run(OperatorKey.all).map(OperatorKey.init(row:))
    }
}

/// Ends a key of the operator at once: no server keeps one in memory.
package struct RevokeOperatorKey: Sendable {
    package let key: OperatorKey.ID
    package let now: Instant

    package init(key: OperatorKey.ID, now: Instant) {
        self.key = key
        self.now = now
    }

    /// The key with the moment at which it was first revoked, or nothing when there is none.
    package func callAsFunction(on database: Database) async throws -> OperatorKey? {
        try await database.run(OperatorKey.revoke(key, at: now)).first.map(OperatorKey.init(row:))
    }
}
