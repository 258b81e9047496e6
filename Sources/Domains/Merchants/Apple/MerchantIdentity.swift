import Crypto
import Vocabulary

/// A merchant's identity towards Apple: its Apple merchant identifier and the certificate issued
/// for it.
package struct MerchantIdentity: Sendable {
    /// `merchant.` and a name, as registered with Apple.
    package let merchantIdentifier: String
    /// In PEM: the merchant's certificate first, then the chain to Apple's authority.
    package let certificate: [UInt8]
    /// In PEM, without a pass phrase.
    package let privateKey: Secret

    package init(merchantIdentifier: String, certificate: [UInt8], privateKey: Secret) {
        self.merchantIdentifier = merchantIdentifier
        self.certificate = certificate
        self.privateKey = privateKey
    }

    /// Returns a merchant's identity at a time, or nil if the merchant has stored no valid
    /// certificate.
    package typealias Finding = @Sendable (Merchant, Instant) async throws -> MerchantIdentity?
}
