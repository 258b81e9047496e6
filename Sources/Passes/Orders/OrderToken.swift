import Crypto
import Vocabulary

/// The token by which a phone asks for an order. It is derived, so that a payment can be answered with it before there is an order.
package enum OrderToken {
    /// - Parameters:
    ///   - subject: the text of the checkout's identifier.
    ///   - number: of the server's key from which the checkout's secrets are derived.
    /// - Throws: `CryptoError` when the server has this key no longer.
    package static func derived(
        for subject: String, key number: Int, keys: KeyRing
    ) throws -> PassSecret {
        let mac = try keys.derive(
            label: "order token", context: Array(subject.utf8), number: Int32(clamping: number))
        return PassSecret(UUID128(bytes: Array(mac.prefix(16))))
    }
}
