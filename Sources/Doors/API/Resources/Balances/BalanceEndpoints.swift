import Balances
import Customers
import HTTP
import JSON
import Merchants
import Passes
import Postgres
import Vocabulary

/// Gift cards, store credit and prepaid money of a merchant's customers.
enum BalanceEndpoints {
    private static let one = "/v1/balances/{balance}"

    static let all: [Endpoint] = [
        Endpoint(
            ListEndpoint<Balance>(
                "/v1/balances", filters: ["reference", "customer"], filter: filter, write: write)),
        open,
        Endpoint(.post, "/v1/balances/lookup", for: .reader, lookUp),
        .show(one, find, write: write),
        Endpoint(.patch, one, for: .writer, change),
        Endpoint(ListEndpoint<Entry>(one + "/entries") { try $0.identifier("balance") }),
        .act(one + "/freeze", { try freeze(.merchant, $0) }, answer: shown),
        .act(one + "/unfreeze", { try freeze(nil, $0) }, answer: shown),
    ]

    @Sendable private static func find(_ call: Call) async throws -> Balance {
        let find = FindBalance(balance: try call.identifier("balance"))
        return try await call.run(find)
    }

    @Sendable private static func write(_ balance: Balance, _ call: Call, _ writer: inout Writer) {
        balance.write(to: &writer, at: call.now)
    }

    @Sendable static func shown(_ balance: Balance, _ call: Call) -> Answer {
        Answer { balance.write(to: &$0, at: call.now) }
    }

    @Sendable private static func filter(_ query: QueryReader, _ call: Call) -> Balance.Filter {
        let customer: Customer.ID? = query.value(
            "customer", detail: "the id of one of your customers, such as cus_…", parse: call.own)
        return Balance.Filter(
            reference: query.text("reference", maxLength: BalanceLimits.referenceLengthMax),
            customer: customer?.uuid)
    }

    /// The code is shown once, so a replay answers without it.
    static let open = Endpoint(.post, "/v1/balances", for: .writer, repeated: .oneTransaction) {
        call in
        try await open(call.document(), for: call)
    }

    /// Opens the balance that a document describes for the caller's merchant.
    static func open(_ document: Document, for call: Call) async throws -> Response {
        let input = try Call.read(document.root) { BalanceInput(reading: $0, call) }
        let open = CreateBalance(
            balance: input.balance, code: input.code, amount: input.amount, keys: call.keys,
            transfer: call.identify(), moment: call.moment)
        let code = input.isGenerated ? input.code?.grouped : nil
        return try await call.idempotent(document) { transaction in
            let balance = try open(in: transaction)
            return Answer(201) {
                balance.write(to: &$0, at: call.now, code: code)
            } storing: {
                balance.write(to: &$0, at: call.now)
            }
        }
    }

    @Sendable private static func lookUp(_ call: Call) async throws -> Response {
        let typed = try call.read { fields -> String? in
            let code = fields.string(
                "code", minLength: 1, maxLength: BalanceLimits.typedCodeLengthMax, required: true)
            fields.refuseUnknown()
            return code
        }
        let services = call.services
        let find = FindByCode(typed: typed, merchant: call.merchant.number, keys: call.keys)
        let balance = try await services.limits.limitingCodeGuesses(
            by: call.caller, from: services.proxies.buyer(of: call.request),
            of: call.merchant.number
        ) {
            try await services.database.transaction { try find(in: $0) }
        }
        return shown(balance, call).response
    }

    @Sendable private static func change(_ call: Call) async throws -> Response {
        let document = try call.document()
        let change = ChangeBalance(balance: try call.identifier("balance")) { old in
            try Call.read(document.root) { fields in
                var terms = BalanceTerms(of: old)
                terms.read(fields, at: call.now)
                fields.refuseUnknown()
                var new = old
                new.expiresAt = terms.expiresAt
                new.reference = terms.reference
                new.metadata = terms.metadata
                new.changedAt = call.now
                return new
            }
        }
        let balance = try await call.database.transaction { transaction in
            let balance = try change(in: transaction)
            // A change of terms emits no event, but a card's pass shows when the card expires.
            try MarkStale(balance.id.text, of: balance.id.merchant, now: call.now)(in: transaction)
            return balance
        }
        return shown(balance, call).response
    }

    private static func freeze(
        _ reason: Balance.FreezeReason?, _ call: Call
    ) throws -> FreezeBalance {
        FreezeBalance(balance: try call.identifier("balance"), as: reason, moment: call.moment)
    }
}
