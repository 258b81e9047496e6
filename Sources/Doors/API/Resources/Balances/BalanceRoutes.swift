import Balances
import Customers
import HTTP
import JSON
import Merchants
import Passes
import Postgres
import Vocabulary

/// Routes for the merchant's server: gift cards, store credit and prepaid money.
extension Services {
    var balanceRoutes: [Route] {
        [
            route(.get, "/v1/balances", for: [.read, .write], listBalances),
            route(.post, "/v1/balances", for: .write, openBalance),
            route(.post, "/v1/balances/lookup", for: [.read, .write], lookUpBalance),
            route(.get, "/v1/balances/{balance}", for: [.read, .write], showBalance),
            route(.patch, "/v1/balances/{balance}", for: .write, changeBalance),
            route(.get, "/v1/balances/{balance}/entries", for: [.read, .write], listEntries),
            route(.post, "/v1/balances/{balance}/freeze", for: .write, body: .any) { call in
                try await self.freeze(call, as: .merchant)
            },
            route(.post, "/v1/balances/{balance}/unfreeze", for: .write, body: .any) { call in
                try await self.freeze(call, as: nil)
            },
        ] + movementRoutes + holdRoutes
    }

    @Sendable private func listBalances(_ call: Call) async throws -> Response {
        let merchant = call.merchant.number
        let list = try call.list(knowing: ["reference", "customer"]) { query in
            let filter = Balance.Filter(
                reference: query.text("reference", maxLength: BalanceLimits.referenceLengthMax),
                customer: query.value(
                    "customer", detail: "the id of one of your customers, such as cus_…"
                ) {
                    Customer.ID($0).flatMap { $0.merchant == merchant ? $0.uuid : nil }
                })
            return ListPage<Balance>(
                of: merchant, filter, after: query.cursor(Balance.ID.self), limit: query.limit())
        }
        return try await answer(list, call) { $0.write(to: &$1, at: call.now) }
    }

    @Sendable private func openBalance(_ call: Call) async throws -> Response {
        try await openBalance(call, call.document())
    }

    /// Opens the balance that a document describes for the caller's merchant.
    func openBalance(_ call: Call, _ document: Document) async throws -> Response {
        let creation = try Call.read(document.root) { BalanceCreation(reading: $0, call) }
        let open = CreateBalance(
            balance: creation.balance, code: creation.code, amount: creation.amount, keys: keys,
            transfer: call.identify(), moment: call.moment)
        let code = creation.isGenerated ? creation.code?.grouped : nil
        return try await call.idempotent(document) { transaction in
            let balance = try open(in: transaction)
            // The code is shown once, so a replay answers without it.
            return Answer(
                201, Writer.value { balance.write(to: &$0, at: call.now, code: code) },
                stored: Writer.value { balance.write(to: &$0, at: call.now) })
        }
    }

    @Sendable private func lookUpBalance(_ call: Call) async throws -> Response {
        let typed = try call.read { fields -> String? in
            let code = fields.string(
                "code", minLength: 1, maxLength: BalanceLimits.typedCodeLengthMax, required: true)
            fields.refuseUnknown()
            return code
        }
        let find = FindByCode(typed: typed, merchant: call.merchant.number, keys: keys)
        let balance = try await limits.limitingCodeGuesses(
            by: call.caller, from: proxies.buyer(of: call.request), of: call.merchant.number
        ) {
            try await self.database.transaction { try find(in: $0) }
        }
        return Answer { balance.write(to: &$0, at: call.now) }.response
    }

    @Sendable private func showBalance(_ call: Call) async throws -> Response {
        let find = FindBalance(balance: try call.identifier("balance"))
        let balance = try await database.transaction { try find(in: $0) }
        return Answer { balance.write(to: &$0, at: call.now) }.response
    }

    @Sendable private func changeBalance(_ call: Call) async throws -> Response {
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
        let balance = try await database.transaction { transaction in
            let balance = try change(in: transaction)
            // A change of terms emits no event, but a card's pass shows when the card expires.
            let note = MarkStale(balance.id.text, of: balance.id.merchant, now: call.now)
            try note(in: transaction)
            return balance
        }
        return Answer { balance.write(to: &$0, at: call.now) }.response
    }

    @Sendable private func listEntries(_ call: Call) async throws -> Response {
        try await list(Entry.self, of: call.identifier("balance"), call) { $0.write(to: &$1) }
    }

    private func freeze(_ call: Call, as freezeReason: Balance.FreezeReason?) async throws
        -> Response
    {
        try call.requireNoBody()
        let freeze = FreezeBalance(
            balance: try call.identifier("balance"), as: freezeReason, moment: call.moment)
        return try await call.idempotent(nil) { transaction in
            let balance = try freeze(in: transaction)
            return Answer { balance.write(to: &$0, at: call.now) }
        }
    }
}

extension Call {
    /// Requires no body or an empty object: any member would ask for something that the route does
    /// not do.
    func requireNoBody() throws {
        guard !request.body.isEmpty else { return }
        _ = try read { fields in
            fields.refuseUnknown()
            return true
        }
    }
}
