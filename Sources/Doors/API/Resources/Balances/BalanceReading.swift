import Balances
import Crypto
import Customers
import JSON
import Merchants
import Vocabulary

/// A merchant's request to open a balance.
struct BalanceCreation: Sendable {
    let balance: Balance
    let code: BalanceCode?
    /// True if the server generated the code; the answer shows it only then.
    let isGenerated: Bool
    let amount: Money?

    init?(reading fields: ObjectReader, _ call: Call) {
        let kind = fields.choice("kind", of: Balance.Kind.self, required: true)
        let currency = fields.currency("currencyCode", required: true)
        amount = fields.money("amount", in: currency, atLeast: 1)
        let given = fields.value(
            "code", maxLength: BalanceLimits.typedCodeLengthMax, detail: BalanceCreation.codeRule,
            parse: BalanceCode.init(imported:))
        let customer = fields.value(
            "customer", maxLength: BalanceLimits.identifierLengthMax,
            detail: "the id of one of your customers, such as cus_…",
            parse: { Customer.ID($0).flatMap { $0.merchant == call.merchant.number ? $0 : nil } })
        var terms = BalanceTerms()
        terms.read(fields, at: call.now)
        fields.refuseUnknown()
        guard fields.problems.isEmpty, let kind, let currency else { return nil }
        isGenerated = given == nil && kind == .giftCard
        code = isGenerated ? BalanceCode.generate(call.services.random()) : given
        balance = Balance(
            id: Balance.ID(merchant: call.merchant.number, uuid: call.identify()), kind: kind,
            currency: currency, codeHint: code?.hint, customer: customer?.uuid,
            reference: terms.reference, metadata: terms.metadata, expiresAt: terms.expiresAt,
            createdAt: call.now)
    }

    private static let codeRule =
        "8 to 64 letters and digits, at least 4 of them different; at least 12 if there are only "
        + "digits"
}

/// The members of a balance that a merchant can change.
struct BalanceTerms: Sendable {
    var expiresAt: Instant?
    var reference: String?
    var metadata: [UInt8]?

    init() {}

    init(of balance: Balance) {
        expiresAt = balance.expiresAt
        reference = balance.reference
        metadata = balance.metadata
    }

    /// Absent members keep their values; null removes a value.
    mutating func read(_ fields: ObjectReader, at now: Instant) {
        let old = expiresAt
        fields.read("expiresAt", into: &expiresAt) { $0.instant($1) }
        if let expiresAt, expiresAt != old, expiresAt <= now {
            fields.refuse("expiresAt", "out_of_range", "later than now")
        }
        fields.read("reference", into: &reference) { $0.reference($1) }
        fields.read("metadata", into: &metadata) { $0.metadata(asJSON: $1) }
    }
}

/// The amount of a credit or debit.
struct Movement: Sendable {
    let amount: Money
    let reference: String?

    init?(reading fields: ObjectReader) {
        let currency = fields.currency("currencyCode", required: true)
        let amount = fields.money("amount", in: currency, required: true, atLeast: 1)
        reference = fields.reference("reference")
        guard let amount else { return nil }
        self.amount = amount
    }
}

extension ObjectReader {
    /// Reads the merchant's own identifier for an object.
    func reference(_ key: StaticString) -> String? {
        label(key, maxLength: BalanceLimits.referenceLengthMax)
    }

    /// Reads the merchant's metadata and returns it in the form in which it is stored.
    fileprivate func metadata(asJSON key: StaticString) -> [UInt8]? {
        let entries = texts(
            key, maxCount: BalanceLimits.metadataMax,
            maxKeyLength: BalanceLimits.metadataKeyLengthMax,
            maxLength: BalanceLimits.metadataValueLengthMax)
        if entries?.contains(where: { $0.key.isEmpty }) == true {
            refuse(key, "too_short", "a name must not be empty")
        }
        guard let entries, !entries.isEmpty else { return nil }
        return Writer.write { writer in
            for entry in entries {
                writer.key(dynamic: entry.key)
                writer.value(entry.value)
            }
        }
    }
}
