import Vocabulary

/// The file that proves to Apple that a domain belongs to the merchant.
package struct DomainAssociation: Equatable, Sendable {
    package let merchant: MerchantNumber
    package let domain: String
    /// Byte for byte as Apple issued it.
    package let file: [UInt8]
    package let storedAt: Instant

    package init(merchant: MerchantNumber, domain: String, file: [UInt8], storedAt: Instant) {
        self.merchant = merchant
        self.domain = domain
        self.file = file
        self.storedAt = storedAt
    }

    /// Apple's file has about nine thousand characters.
    package static let fileBytesMax = 32 * 1024
}
