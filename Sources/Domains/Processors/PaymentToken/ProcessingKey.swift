import Crypto

/// A merchant's private key for payment tokens, with the values by which a token refers to it.
package struct ProcessingKey: Sendable {
    let key: PrivateKey
    /// SHA-256 of the public key, as tokens contain it.
    package let publicKeyHash: [UInt8]
    /// SHA-256 of the merchant identifier registered with Apple, an input of the key derivation.
    private let partyV: [UInt8]

    /// Returns nil if the key has no public half that could identify it.
    package init?(_ key: PrivateKey, merchantIdentifier: String) {
        guard let info = key.publicKeyInfo else { return nil }
        self.key = key
        publicKeyHash = SHA256.hash(info)
        partyV = SHA256.hash(merchantIdentifier)
    }

    /// The key that encrypted a token's payload; nil if this private key does not lead to it.
    func contentKey(of token: PaymentToken) -> Secret? {
        switch (token.version, key.kind) {
        case (.ellipticCurve, .ellipticCurve):
            key.agree(with: token.key).map { Self.derive(from: $0, for: partyV) }
        case (.rsa, .rsa): key.unwrap(token.key)
        default: nil
        }
    }

    /// The derivation of docs/rules/apple.md#5.3: the algorithm's name after its length, then
    /// Apple, then the merchant.
    package static func derive(from shared: Secret, for partyV: [UInt8]) -> Secret {
        let name = Array("id-aes256-GCM".utf8)
        return ConcatKDF.derive(
            from: shared, info: [UInt8(name.count)] + name + Array("Apple".utf8) + partyV)
    }
}
