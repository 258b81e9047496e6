import Vocabulary

/// The result of checking a coupon code for a checkout at a time.
package enum CouponValidity: Hashable, Sendable {
    case valid
    /// The coupon does not exist, is archived, or is in another currency.
    case unknown
    case notYet
    case expired
    case exhausted
    case usedByBuyer
    /// The goods are worth less than this minimum.
    case belowMinimum(Money)
}

extension Coupon {
    /// Checks in the order of the cases: permanent refusals come before those that the buyer can
    /// remedy.
    ///
    /// `redemptions` excludes the reservation of the attempt itself. `buyerRedemptions` is nil
    /// until authorization, while the buyer is unknown.
    package func checkValidity(
        at now: Instant, subtotal: Money, redemptions: Int64, buyerRedemptions: Int64? = nil
    ) -> CouponValidity {
        guard archivedAt == nil, terms.currency ?? subtotal.currency == subtotal.currency else {
            return .unknown
        }
        if let start = terms.startsAt, now < start { return .notYet }
        if let end = terms.endsAt, now >= end { return .expired }
        if let most = terms.redemptionsMax, redemptions >= most { return .exhausted }
        if let most = terms.redemptionsPerBuyerMax, let used = buyerRedemptions, used >= most {
            return .usedByBuyer
        }
        if let minimum = terms.minimum, subtotal.minorUnits < minimum.minorUnits {
            return .belowMinimum(minimum)
        }
        return .valid
    }
}

extension CouponValidity {
    /// The reason for the merchant's server, which entered the code itself.
    package var detail: String {
        switch self {
        case .valid: "the coupon is valid"
        case .unknown:
            "the coupon does not exist, or it is limited per buyer and the sheet requires no email"
        case .notYet: "the coupon is not valid yet"
        case .expired: "the coupon has expired"
        case .exhausted: "the coupon has reached its redemption limit"
        case .usedByBuyer: "the buyer has already used this coupon"
        case .belowMinimum(let minimum): "the coupon requires a minimum of \(minimum.decimal)"
        }
    }
}
