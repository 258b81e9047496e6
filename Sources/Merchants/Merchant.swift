import Vocabulary

/// A seller: the root of everything that is stored.
package struct Merchant: Sendable {
    package let number: MerchantNumber
    package var name: String
    /// A live merchant takes real money; a test merchant takes simulated tokens.
    package let live: Bool
    package let processor: ProcessorName
    @Shared package var settings: MerchantSettings
    /// Rises with each change of the settings.
    package var settingsVersion: Int64
    package let createdAt: Instant

    package init(
        number: MerchantNumber, name: String, live: Bool, processor: ProcessorName? = nil,
        settings: MerchantSettings,
        settingsVersion: Int64, createdAt: Instant
    ) {
        self.number = number
        self.name = name
        self.live = live
        self.processor = processor ?? Self.processor(live: live)
        self.settings = settings
        self.settingsVersion = settingsVersion
        self.createdAt = createdAt
    }

    /// Where nothing else was said.
    package static func processor(live: Bool) -> ProcessorName { live ? .stripe : .sandbox }

    /// `mer_` and the number in base32.
    package var identifier: String { "mer_" + number.text }

    package static func number(of identifier: String) -> MerchantNumber? {
        identifier.hasPrefix("mer_") ? MerchantNumber(text: String(identifier.dropFirst(4))) : nil
    }
}

/// Why a call about a merchant, its keys or its coupons is refused.
package enum MerchantRefusal: Error, Equatable, Sendable {
    case merchantNotFound
    case keyNotFound
    /// The last secret key with the write scope cannot be revoked: nobody could make another.
    case lastWriteKey
    case couponNotFound
    /// Another live coupon of the merchant has this code.
    case couponCodeTaken
    /// A coupon cannot be limited to fewer redemptions than it has.
    case couponRedeemedMore(Int64)
    /// Another merchant of this server has registered this domain.
    case domainTaken(String)
    /// The merchant has not registered this domain, or has stored no file for it.
    case domainNotFound
    /// The settings changed while the call was under way: read them again and repeat.
    case settingsChanged
    case pictureNotFound
    /// A merchant has so many pictures at most.
    case tooManyPictures(Int)
}
