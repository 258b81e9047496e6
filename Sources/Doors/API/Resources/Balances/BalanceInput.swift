import Balances
import Crypto
import Customers
import JSON
import Merchants
import Vocabulary

/// A merchant's request to open a balance.
struct BalanceInput: Sendable {
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
            "code", maxLength: BalanceLimits.typedCodeLengthMax, detail: BalanceInput.codeRule,
            parse: BalanceCode.init(imported:))
        let customer: Customer.ID? = fields.value(
            "customer", maxLength: BalanceLimits.identifierLengthMax,
            detail: "the id of one of your customers, such as cus_…", parse: call.own)
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
