/// The key that encrypts the data of one owner, such as a customer or a merchant. Erasing its
/// wrapped form makes everything sealed with it unreadable (docs/decisions/0004).
package struct DataKey: Sendable {
    private let secret: Secret
    private static let version: UInt8 = 2

    /// A new random key.
    package init() { secret = .random(AESGCM.keyCount) }

    fileprivate init(_ secret: Secret) { self.secret = secret }

    /// Returns version 2, nonce, ciphertext and tag. The context names the value and its owner; it
    /// is not part of the result.
    package func seal(_ plain: [UInt8], context: [UInt8]) -> [UInt8] {
        var sealed: [UInt8] = []
        sealed.reserveCapacity(1 + AESGCM.overhead + plain.count)
        sealed.append(Self.version)
        AESGCM.seal(plain, key: secret, context: sealed + context, after: &sealed)
        return sealed
    }

    package func open(_ sealed: [UInt8], context: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard sealed.first == Self.version else { throw CryptoError.malformed }
        return try AESGCM.open(
            sealed.dropFirst(), key: secret, context: [Self.version] + context)
    }

    fileprivate func wrapped(by ring: KeyRing, context: [UInt8]) -> [UInt8] {
        var plain = secret.withBytes { Array($0) }
        defer { plain.wipe() }
        return ring.seal(plain, context: context)
    }
}

extension KeyRing {
    /// Wraps a data key for storage in a row: 63 bytes, with the number of the sealing key that
    /// opens them.
    package func wrap(_ key: DataKey, context: [UInt8]) -> [UInt8] {
        key.wrapped(by: self, context: DataKey.wrapping + context)
    }

    package func unwrap(_ wrapped: [UInt8], context: [UInt8]) throws(CryptoError) -> DataKey {
        var plain = try open(wrapped, context: DataKey.wrapping + context)
        defer { plain.wipe() }
        guard plain.count == AESGCM.keyCount else { throw CryptoError.malformed }
        return DataKey(Secret(plain))
    }
}

extension DataKey {
    /// Distinguishes wrapped data keys from other secrets that the ring seals.
    fileprivate static let wrapping = Array("data key\0".utf8)
}

/// A secret that is stored sealed with a data key.
package enum SealedSecret {
    package static func seal(
        _ plain: [UInt8], with key: DataKey, context: [UInt8]
    ) -> [UInt8] {
        key.seal(plain, context: context)
    }

    package static func open(
        _ sealed: [UInt8], with key: DataKey, context: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try key.open(sealed, context: context)
    }
}
