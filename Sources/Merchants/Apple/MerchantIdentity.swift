import Crypto
import Vocabulary

/// As whom a merchant speaks to Apple: its identifier there, and the certificate that Apple gave it.
package struct MerchantIdentity: Sendable {
    /// `merchant.` and a name, as it is registered with Apple.
    package let merchantIdentifier: String
    /// The merchant's own first, then those that lead to Apple's authority, in PEM.
    package let certificate: [UInt8]
    /// In PEM, without a password.
    package let privateKey: Secret

    package init(merchantIdentifier: String, certificate: [UInt8], privateKey: Secret) {
        self.merchantIdentifier = merchantIdentifier
        self.certificate = certificate
        self.privateKey = privateKey
    }

    /// Whose identity is asked for, and when; nothing where the merchant has stored none that is valid.
    package typealias Finding = @Sendable (Merchant, Instant) async throws -> MerchantIdentity?
}
