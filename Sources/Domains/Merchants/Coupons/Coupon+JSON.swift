import JSON
import Vocabulary

extension CouponTerms: Writable {
    /// `currencyCode` is the currency of `amountOff` and `minimum`.
    package init?(reading fields: ObjectReader) {
        let problems = fields.problems.count
        let needsCurrency = fields.has("amountOff") || fields.has("minimum")
        let currency = fields.currency("currencyCode", required: needsCurrency)
        let percentOff = fields.rate("percentOff")
        let amountOff = fields.money("amountOff", in: currency, atLeast: 1)
        let freeDelivery = fields.bool("freeDelivery") ?? false
        let given = [fields.has("percentOff"), fields.has("amountOff"), freeDelivery]
        if given.count(where: { $0 }) != 1 {
            fields.refuse(
                "percentOff", given.contains(true) ? "conflict" : "required",
                "send exactly one of percentOff, amountOff and freeDelivery")
        }
        if let percentOff, percentOff.millionths == 0 {
            fields.refuse("percentOff", "out_of_range", "must be more than zero")
        }
        let reduction: Reduction =
            percentOff.map { .percentage($0) } ?? amountOff.map { .amount($0) } ?? .freeDelivery
        let limits = Limits(
            reading: fields, changing: Limits(), currency: currency ?? reduction.currency)
        guard fields.problems.count == problems else { return nil }
        self.init(reduction, limits, currency: currency)
    }

    /// Returns the coupon with changed limits; its reduction stays. Absent members keep their
    /// value, null removes it.
    package func changed(by fields: ObjectReader) -> CouponTerms? {
        let problems = fields.problems.count
        let needsCurrency = currency == nil && fields.has("minimum")
        let given = fields.currency("currencyCode", required: needsCurrency)
        if let given, let currency, given != currency {
            fields.refuse("currencyCode", "conflict", "the coupon is in \(currency.code)")
        }
        let new = Limits(reading: fields, changing: Limits(of: self), currency: currency ?? given)
        fields.refuseUnknown()
        guard fields.problems.count == problems else { return nil }
        return CouponTerms(reduction, new, currency: currency ?? given)
    }

    private init(_ reduction: Reduction, _ limits: Limits, currency: Currency?) {
        self.init(
            label: limits.label, reduction: reduction, startsAt: limits.startsAt,
            endsAt: limits.endsAt, redemptionsMax: limits.redemptionsMax,
            redemptionsPerBuyerMax: limits.redemptionsPerBuyerMax, minimum: limits.minimum,
            currency: currency)
    }

    /// Writes only the members, because a coupon's response has others, too.
    package func write(membersTo writer: inout Writer) {
        writer.member("label", ifPresent: label)
        writer.member("currencyCode", ifPresent: currency)
        switch reduction {
        case .percentage(let rate): writer.member("percentOff", rate.percent)
        case .amount(let amount): writer.member("amountOff", amount)
        case .freeDelivery: writer.member("freeDelivery", true)
        }
        writer.member("startsAt", ifPresent: startsAt)
        writer.member("endsAt", ifPresent: endsAt)
        writer.member("redemptionsMax", ifPresent: redemptionsMax)
        writer.member("redemptionsPerBuyerMax", ifPresent: redemptionsPerBuyerMax)
        writer.member("minimum", ifPresent: minimum)
    }

    package func write(to writer: inout Writer) {
        writer.object { write(membersTo: &$0) }
    }
}

extension CouponTerms {
    /// The terms that a merchant can still change on an existing coupon.
    private struct Limits {
        var label: String?
        var startsAt: Instant?
        var endsAt: Instant?
        var redemptionsMax: Int64?
        var redemptionsPerBuyerMax: Int64?
        var minimum: Money?

        init() {}

        init(of terms: CouponTerms) {
            label = terms.label
            startsAt = terms.startsAt
            endsAt = terms.endsAt
            redemptionsMax = terms.redemptionsMax
            redemptionsPerBuyerMax = terms.redemptionsPerBuyerMax
            minimum = terms.minimum
        }

        init(reading fields: ObjectReader, changing old: Limits, currency: Currency?) {
            self = old
            fields.read("label", into: &label) {
                $0.label($1, maxLength: SettingsLimits.labelLengthMax)
            }
            fields.read("startsAt", into: &startsAt) { $0.instant($1) }
            fields.read("endsAt", into: &endsAt) { $0.instant($1) }
            let counts = 1...CouponTerms.redemptionsLimit
            fields.read("redemptionsMax", into: &redemptionsMax) { $0.integer($1, in: counts) }
            fields.read("redemptionsPerBuyerMax", into: &redemptionsPerBuyerMax) {
                $0.integer($1, in: counts)
            }
            fields.read("minimum", into: &minimum) { $0.money($1, in: currency) }
            if let startsAt, let endsAt, endsAt <= startsAt {
                fields.refuse("endsAt", "out_of_range", "after startsAt")
            }
        }
    }

    /// A larger number would be no limit in practice.
    private static let redemptionsLimit: Int64 = 1_000_000_000

    /// The JSON that Postgres stores.
    package var bytes: [UInt8] { Writer.write { write(membersTo: &$0) } }

    /// Reads what `bytes` wrote.
    package init(stored bytes: [UInt8]) throws {
        self = try ObjectReader.stored(bytes, as: "coupon", CouponTerms.init(reading:))
    }
}

extension CouponCode {
    package init?(reading fields: ObjectReader, _ key: StaticString = "code") {
        let code = fields.value(
            key, maxLength: CouponCode.lengthMax, required: true,
            detail: "a code must contain visible characters", parse: CouponCode.init)
        guard let code else { return nil }
        self = code
    }
}

extension Coupon: Writable {
    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("id", id.text)
            $0.member("code", code.folded)
            terms.write(membersTo: &$0)
            $0.member("redemptions", redemptions)
            $0.member("createdAt", createdAt.rfc3339)
            $0.member("archivedAt", ifPresent: archivedAt?.rfc3339)
        }
    }
}
