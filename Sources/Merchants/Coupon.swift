import Vocabulary

/// What a merchant grants to whoever enters a code in the sheet.
package struct Coupon: Hashable, Sendable, Identified {
    package static let identifierPrefix = "cpn"
    package typealias ID = Identifier<Coupon>

    package let id: ID
    package let code: CouponCode
    package var terms: CouponTerms
    /// Reserved by attempts under way and redeemed by authorised ones.
    package var redemptions: Int64
    package let createdAt: Instant
    /// An archived coupon is unknown to the sheet; its code may be given to another.
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
}

/// What a coupon gives, when, and to whom.
package struct CouponTerms: Hashable, Sendable {
    /// What the buyer reads on the discount's line; none = the sheet's own word for a discount.
    package let label: String?
    package let reduction: Reduction
    package let startsAt: Instant?
    /// The first moment at which it is no longer good.
    package let endsAt: Instant?
    package let redemptionsMax: Int64?
    package let redemptionsPerBuyerMax: Int64?
    /// The value of goods, before the discount, from which on it is good.
    package let minimum: Money?
    /// Of its amounts; it is for checkouts in this currency only.
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

/// A code as it is compared: upper case, without blanks, so that ` spring 10` is `SPRING10`.
package struct CouponCode: Hashable, Sendable {
    package let folded: String

    /// Longer than any code that somebody types; also what the browser may send.
    package static let lengthMax = 64

    /// Nothing when there is no code in it: blank, too long, or with control characters.
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
