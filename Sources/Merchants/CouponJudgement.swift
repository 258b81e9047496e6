import Vocabulary

/// What a code is worth to a checkout at a moment.
package enum CouponJudgement: Hashable, Sendable {
    case valid
    /// No such coupon, or one that is archived or in another currency.
    case unknown
    case notYet
    case expired
    case exhausted
    case usedByBuyer
    /// The value of goods from which on it is good.
    case belowMinimum(Money)
}

extension Coupon {
    /// Judges in the order of the cases: what no purchase can mend comes before what one can.
    ///
    /// `redemptions` are those of others: an attempt's own reservation does not count against it.
    /// `buyerRedemptions` is nil while the buyer is not known, which is until authorisation.
    package func judge(
        at now: Instant, subtotal: Money, redemptions: Int64, buyerRedemptions: Int64? = nil
    ) -> CouponJudgement {
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
