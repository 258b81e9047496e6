import JSON
import Merchants
import Postgres
import Vocabulary

extension SharedOrderTerms {
    /// Reads terms from a merchant's request or from the database, and collects all problems with
    /// their pointers.
    ///
    /// - Parameter now: the deadline must lie after it; nil for stored terms, which were checked
    ///   before.
    /// - Parameter home: the merchant's country; without one, the request must name a country.
    package init?(reading fields: ObjectReader, now: Instant?, home: Country? = nil) {
        let before = fields.problems.count
        let title = fields.label(
            "title", maxLength: SharedOrderLimits.titleLengthMax, required: true)
        let currency = fields.currency("currencyCode", required: true)
        country = fields.country("countryCode", required: now != nil && home == nil)
        let menu = Menu(reading: fields, in: currency)
        let limits = fields.object("limits")
        participantsMax =
            limits?.integer("participants", in: 1...SharedOrderLimits.participantsMax)
            ?? SharedOrderLimits.participantsDefault
        perPersonMax = limits?.money("perPerson", in: currency, atLeast: 1)
        totalMax = limits?.money("total", in: currency, atLeast: 1)
        limits?.refuseUnknown()
        fees =
            fields.array("fees", maxCount: SharedOrderLimits.feesMax)?
            .objects { Fee(reading: $0, in: currency) } ?? []
        tax = fields.object("tax").flatMap(Tax.init)
        let deadline = fields.instant("deadlineAt")
        countsWhenSent = fields.bool("countsWhenSent") ?? false
        payers =
            fields.choices("payers", minCount: 1, maxCount: 2)?.withoutRepetition()
            ?? [.host, .each]
        reference = fields.label("reference", maxLength: SharedOrderLimits.titleLengthMax)
        passType = fields.string("passType", maxLength: SharedOrderLimits.identifierLengthMax)
        if let now, let deadline {
            let life = deadline.seconds(since: now)
            let range = SharedOrderLimits.lifeSecondsMin...SharedOrderLimits.lifeSecondsMax
            if !range.contains(life) {
                fields.refuse(
                    "deadlineAt", "out_of_range", "must be between one minute and 30 days from now")
            }
        }
        guard fields.problems.count == before, let title, let currency, let menu,
            let deadline = deadline
                ?? now?.adding(seconds: SharedOrderLimits.lifeSecondsDefault)
        else { return nil }
        self.title = title
        self.currency = currency
        self.menu = menu
        deadlineAt = deadline
    }

    /// - Parameter all: true to include the members that only the merchant may see.
    package func write(membersTo writer: inout Writer, all: Bool = true) {
        writer.member("title", title)
        writer.member("currencyCode", currency)
        writer.member("countryCode", ifPresent: country)
        menu.write(membersTo: &writer)
        writer.object("limits") {
            $0.member("participants", participantsMax)
            $0.member("perPerson", ifPresent: perPersonMax)
            $0.member("total", ifPresent: totalMax)
        }
        writer.array("fees", fees) { fee, entry in
            entry.object {
                $0.member("label", fee.label)
                $0.member("amount", fee.amount)
            }
        }
        if let tax {
            writer.object("tax") {
                $0.member("label", tax.label)
                $0.member("percentage", tax.rate.percent)
                $0.member("included", tax.isIncluded)
            }
        }
        writer.member("deadlineAt", deadlineAt)
        writer.member("countsWhenSent", countsWhenSent)
        writer.array("payers", payers) { $1.value($0.rawValue) }
        guard all else { return }
        writer.member("reference", ifPresent: reference)
        writer.member("passType", ifPresent: passType)
    }

    init(stored bytes: [UInt8]) throws {
        self = try ObjectReader.stored(bytes, as: "shared order") {
            SharedOrderTerms(reading: $0, now: nil)
        }
    }
}

extension SharedOrderTerms.Fee {
    init?(reading fields: ObjectReader, in currency: Currency?) {
        let label = fields.label(
            "label", maxLength: SharedOrderLimits.nameLengthMax, required: true)
        let amount = fields.money("amount", in: currency, required: true)
        fields.refuseUnknown()
        guard let label, let amount else { return nil }
        self.init(label: label, amount: amount)
    }
}

extension SharedOrderTerms.Tax {
    init?(_ fields: ObjectReader) {
        let label = fields.label(
            "label", maxLength: SharedOrderLimits.nameLengthMax, required: true)
        let rate = fields.value(
            "percentage", maxLength: 8, required: true,
            detail: "a percentage with at most four decimals, such as \"8.875\"",
            parse: Rate.init(percent:))
        let isIncluded = fields.bool("included") ?? false
        fields.refuseUnknown()
        guard let label, let rate else { return nil }
        self.init(label: label, rate: rate, isIncluded: isIncluded)
    }
}
