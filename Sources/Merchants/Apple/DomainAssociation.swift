import Vocabulary

/// The file by which Apple knows that a domain is the merchant's.
package struct DomainAssociation: Equatable, Sendable {
    package let merchant: MerchantNumber
    package let domain: String
    /// As Apple gave it out, to the byte.
    package let file: [UInt8]
    package let storedAt: Instant

    package init(merchant: MerchantNumber, domain: String, file: [UInt8], storedAt: Instant) {
        self.merchant = merchant
        self.domain = domain
        self.file = file
        self.storedAt = storedAt
    }

    /// Apple's has some nine thousand characters.
    package static let fileBytesMax = 32 * 1024
}
