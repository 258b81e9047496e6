import Crypto

/// A merchant's private key for payment tokens, with what they name it by.
package struct ProcessingKey: Sendable {
    let key: PrivateKey
    /// SHA-256 of its public half, as tokens have it.
    package let publicKeyHash: [UInt8]
    /// SHA-256 of the merchant identifier that Apple knows, which the derivation takes in.
    private let partyV: [UInt8]

    /// Nothing when the key has no public half to be named by.
    package init?(_ key: PrivateKey, merchantIdentifier: String) {
        guard let info = key.publicKeyInfo else { return nil }
        self.key = key
        publicKeyHash = SHA256.hash(info)
        partyV = SHA256.hash(merchantIdentifier)
    }

    /// The key that a token's payload was encrypted with; nothing where this one does not lead to it.
    func contentKey(of token: PaymentToken) -> Secret? {
        switch (token.version, key.kind) {
        case (.ellipticCurve, .ellipticCurve):
            key.agree(with: token.key).map { Self.derive(from: $0, for: partyV) }
        case (.rsa, .rsa): key.unwrap(token.key)
        default: nil
        }
    }

    /// Contracts 5.3: the name of the algorithm with its length before it, Apple, the merchant.
    package static func derive(from shared: Secret, for partyV: [UInt8]) -> Secret {
        let name = Array("id-aes256-GCM".utf8)
        return ConcatKDF.derive(
            from: shared, info: [UInt8(name.count)] + name + Array("Apple".utf8) + partyV)
    }
}
