import Crypto
import Vocabulary

/// The token with which a phone requests an order. It is derived, so that the response to a payment
/// can contain it before the order exists.
package enum OrderToken {
    /// - Parameters:
    ///   - subject: the checkout's identifier, as text.
    ///   - number: the number of the server's key that derives the checkout's secrets.
    /// - Throws: `CryptoError` if the server no longer has this key.
    package static func derived(
        for subject: String, key number: Int, keys: KeyRing
    ) throws -> PassSecret {
        let mac = try keys.derive(
            label: "order token", context: Array(subject.utf8), number: Int32(clamping: number))
        return PassSecret(UUID128(bytes: Array(mac.prefix(16))))
    }
}
