import JSON
import Vocabulary

extension CouponTerms: Writable {
    /// `currencyCode` says what `amountOff` and `minimum` are in.
    package init?(reading fields: ObjectReader) {
        let problems = fields.problems.count
        let label = fields.label("label", maxLength: SettingsLimits.labelLengthMax)
        let needsCurrency = fields.has("amountOff") || fields.has("minimum")
        let currency = fields.currency("currencyCode", required: needsCurrency)
        let percentOff = fields.rate("percentOff")
        let amountOff = fields.money("amountOff", in: currency, atLeast: 1)
        let freeDelivery = fields.bool("freeDelivery") ?? false
        let startsAt = fields.instant("startsAt")
        let endsAt = fields.instant("endsAt")
        let counts = 1...CouponTerms.redemptionsLimit
        let redemptionsMax = fields.integer("redemptionsMax", in: counts)
        let perBuyerMax = fields.integer("redemptionsPerBuyerMax", in: counts)
        let minimum = fields.money("minimum", in: currency)
        let given = [fields.has("percentOff"), fields.has("amountOff"), freeDelivery]
        if given.count(where: { $0 }) != 1 {
            fields.refuse(
                "percentOff", given.contains(true) ? "conflict" : "required",
                "exactly one of percentOff, amountOff and freeDelivery")
        }
        if let percentOff, percentOff.millionths == 0 {
            fields.refuse("percentOff", "out_of_range", "more than nothing")
        }
        if let startsAt, let endsAt, endsAt <= startsAt {
            fields.refuse("endsAt", "out_of_range", "after startsAt")
        }
        guard fields.problems.count == problems else { return nil }
        let reduction: Reduction =
            percentOff.map { .percentage($0) } ?? amountOff.map { .amount($0) } ?? .freeDelivery
        self.init(
            label: label, reduction: reduction, startsAt: startsAt, endsAt: endsAt,
            redemptionsMax: redemptionsMax, redemptionsPerBuyerMax: perBuyerMax, minimum: minimum)
    }

    /// The members only: a coupon's answer has others beside them.
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

    /// The currency of its amounts, if it has any.
    private var currency: Currency? {
        if case .amount(let amount) = reduction { return amount.currency }
        return minimum?.currency
    }

    /// A coupon for more people than there are is one without a limit.
    private static let redemptionsLimit: Int64 = 1_000_000_000
}

extension CouponTerms {
    /// What Postgres keeps.
    package var bytes: [UInt8] { Writer.write { write(membersTo: &$0) } }

    /// Reads what `bytes` wrote.
    package init(stored bytes: [UInt8]) throws {
        let problems = Problems()
        guard let fields = ObjectReader(try Document.parse(bytes).root, problems: problems),
            let terms = CouponTerms(reading: fields)
        else { throw StoredSettingsError(problem: problems.all.first) }
        self = terms
    }
}

extension CouponCode {
    package init?(reading fields: ObjectReader, _ key: StaticString = "code") {
        let code = fields.value(
            key, maxLength: CouponCode.lengthMax, required: true,
            detail: "a code has visible characters", parse: CouponCode.init)
        guard let code else { return nil }
        self = code
    }
}
