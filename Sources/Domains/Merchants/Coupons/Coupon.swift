import Vocabulary

/// A reduction that a merchant grants to buyers who enter a code in the sheet.
package struct Coupon: Hashable, Sendable, Identified {
    package static let identifierPrefix = "cpn"
    package typealias ID = Identifier<Coupon>

    package let id: ID
    package let code: CouponCode
    package var terms: CouponTerms
    /// Number of redemptions: reserved by attempts in progress, and used by authorized ones.
    package var redemptions: Int64
    package let createdAt: Instant
    /// The sheet does not accept an archived coupon; another coupon may reuse its code.
    package var archivedAt: Instant?

    package init(
        id: ID, code: CouponCode, terms: CouponTerms, redemptions: Int64 = 0,
        createdAt: Instant, archivedAt: Instant? = nil
    ) {
        self.id = id
        self.code = code
        self.terms = terms
        self.redemptions = redemptions
        self.createdAt = createdAt
        self.archivedAt = archivedAt
    }

    /// The coupon with one more redemption, which an attempt reserves.
    package var reserved: Coupon { counting(redemptions + 1) }

    /// The coupon without the redemption of a declined attempt or of a voided payment.
    package var released: Coupon { counting(redemptions - 1) }

    private func counting(_ redemptions: Int64) -> Coupon {
        var coupon = self
        coupon.redemptions = redemptions
        return coupon
    }
}

/// A coupon's reduction, period and limits.
package struct CouponTerms: Hashable, Sendable {
    /// The label of the discount line; nil = the sheet's word for a discount.
    package let label: String?
    package let reduction: Reduction
    package let startsAt: Instant?
    /// The first moment at which the coupon is no longer valid.
    package let endsAt: Instant?
    package let redemptionsMax: Int64?
    package let redemptionsPerBuyerMax: Int64?
    /// The minimum value of goods before the discount.
    package let minimum: Money?
    /// The currency of the amounts; the coupon only applies to checkouts in it.
    package let currency: Currency?

    package enum Reduction: Hashable, Sendable {
        case percentage(Rate)
        case amount(Money)
        case freeDelivery

        package var currency: Currency? {
            if case .amount(let amount) = self { amount.currency } else { nil }
        }
    }

    package init(
        label: String? = nil, reduction: Reduction, startsAt: Instant? = nil,
        endsAt: Instant? = nil, redemptionsMax: Int64? = nil,
        redemptionsPerBuyerMax: Int64? = nil, minimum: Money? = nil, currency: Currency? = nil
    ) {
        self.label = label
        self.reduction = reduction
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.redemptionsMax = redemptionsMax
        self.redemptionsPerBuyerMax = redemptionsPerBuyerMax
        self.minimum = minimum
        self.currency = currency ?? minimum?.currency ?? reduction.currency
    }
}

/// A normalized code: uppercase, without whitespace, so that ` spring 10` equals `SPRING10`.
package struct CouponCode: Hashable, Sendable {
    package let folded: String

    /// Longer than any code that people type; also the limit for the browser's input.
    package static let lengthMax = 64

    /// Returns nil if the text is blank, too long, or contains control characters.
    package init?(_ text: String) {
        guard text.unicodeScalars.count <= CouponCode.lengthMax else { return nil }
        var folded = ""
        for scalar in text.uppercased().unicodeScalars where !scalar.properties.isWhitespace {
            guard scalar.properties.generalCategory != .control else { return nil }
            folded.unicodeScalars.append(scalar)
        }
        guard !folded.isEmpty else { return nil }
        self.folded = folded
    }
}
