import Vocabulary

/// A seller. Apart from a few server-wide tables, all stored data belongs to a merchant.
package struct Merchant: Sendable {
    package let number: MerchantNumber
    package var name: String
    /// A live merchant takes real money; a test merchant uses the sandbox or Stripe's test mode.
    package let live: Bool
    package let processor: ProcessorName
    @Boxed package var settings: MerchantSettings
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

    /// The default processor.
    package static func processor(live: Bool) -> ProcessorName { live ? .stripe : .sandbox }

    /// `mer_` and the number in base32.
    package var identifier: String { "mer_" + number.text }

    package static func number(of identifier: String) -> MerchantNumber? {
        identifier.hasPrefix("mer_") ? MerchantNumber(text: String(identifier.dropFirst(4))) : nil
    }
}

/// The reason to refuse a call about a merchant, its keys or its coupons.
package enum MerchantRefusal: Error, Equatable, Sendable {
    case merchantNotFound
    case keyNotFound
    /// No other secret key with the write scope works and never expires: no key could create
    /// another one.
    case lastWriteKey
    /// A key may not create, rotate or revoke one with more rights than its own.
    case scopeExceeded
    case couponNotFound
    /// Another coupon of the merchant has this code and is not archived.
    case couponCodeTaken
    /// The new limit is below the coupon's number of redemptions.
    case couponRedeemedMore(Int64)
    /// Another merchant of this server has registered this domain.
    case domainTaken(String)
    /// The merchant has not registered this domain, or has stored no file for it.
    case domainNotFound
    case pictureNotFound
    /// The merchant has reached this maximum number of pictures.
    case tooManyPictures(Int)
}

extension MerchantRefusal: Refusal {
    package var problem: ProblemDetails {
        switch self {
        case .merchantNotFound, .keyNotFound, .couponNotFound, .domainNotFound, .pictureNotFound:
            .notFound
        case .lastWriteKey:
            .conflict(
                "last_secret_key",
                "this is the last secret key with the scope write; create another one first")
        case .scopeExceeded:
            .forbidden(
                "insufficient_scope",
                "a key can only create, rotate or revoke keys whose scopes it has itself")
        case .couponCodeTaken:
            .conflict("coupon_code_taken", "another coupon already has this code")
        case .couponRedeemedMore(let redemptions):
            .conflict(
                "coupon_redeemed_more",
                "the coupon was already redeemed \(redemptions) times, which is more than this "
                    + "limit"
            )
        case .domainTaken(let domain):
            .conflict("domain_taken", "another merchant of this server has registered \(domain)")
        case .tooManyPictures(let most):
            .conflict("too_many_pictures", "a merchant can have at most \(most) pictures")
        }
    }
}
