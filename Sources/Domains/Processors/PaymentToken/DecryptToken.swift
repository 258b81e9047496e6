import Crypto
import JSON

/// Verifies a payment token and decrypts it: a rule without a clock or a database.
///
/// The caller checks afterwards whether the opened token is fresh, because a token that has already
/// paid is answered at any age.
package struct DecryptToken: Sendable {
    package let trust: TokenTrust

    package init(trust: TokenTrust) { self.trust = trust }

    /// - Parameters:
    ///   - keys: the merchant's current key and its previous ones.
    ///   - seconds: the time of receipt, since 1970.
    package func callAsFunction(
        _ token: PaymentToken, with keys: [ProcessingKey], at seconds: Int64
    ) throws(TokenFault) -> DecryptedToken {
        guard let key = keys.first(where: { $0.publicKeyHash == token.publicKeyHash }) else {
            throw .unknownKey
        }
        let signed = try trust.check(token.signature, over: token.signedContent, at: seconds)
        guard let contentKey = key.contentKey(of: token) else { throw .notDecrypted }
        return DecryptedToken(token, try Self.read(token.data, with: contentKey), signed: signed)
    }

    /// Sixteen zero bytes, not twelve.
    private static let nonce = [UInt8](repeating: 0, count: 16)

    static func read(_ data: [UInt8], with key: Secret) throws(TokenFault) -> TokenPayload {
        guard var plain = try? AESGCM.open(data, foreignKey: key, nonce: nonce) else {
            throw .notDecrypted
        }
        defer { plain.wipe() }
        guard let document = try? Document.parse(plain) else { throw .unreadable("data") }
        return try TokenPayload(reading: document.root)
    }
}
