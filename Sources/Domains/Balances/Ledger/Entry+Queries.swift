import Merchants
import Postgres
import Vocabulary

extension Entry {
    package init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let kind: String = try row.get("kind")
        guard let kind = Transfer.Kind(rawValue: kind) else {
            throw StoredValueError(column: "kind")
        }
        let code: String = try row.get("currency")
        guard let currency = Currency(code) else { throw StoredValueError(column: "currency") }
        let system: String? = try row.get("other_system")
        let balance: UUID128? = try row.get("other_balance")
        let other =
            system.flatMap(SystemAccount.init(rawValue:)).map(Account.system)
            ?? balance.map { .balance(Balance.ID(merchant: merchant, uuid: $0)) }
        guard let other else { throw StoredValueError(column: "other_system") }
        self.init(
            transfer: Transfer.ID(merchant: merchant, uuid: try row.get("transfer_id")),
            kind: kind, amount: Money(minorUnits: try row.get("amount"), currency: currency),
            balanceAfter: Money(minorUnits: try row.get("balance_after"), currency: currency),
            other: other, checkout: try row.get("checkout_id"),
            reference: try row.get("reference"), at: try row.get("at"),
            number: try row.get("number"))
    }
}

extension Entry: PlainListable {
    package typealias Parent = Balance.ID

    package static func prepare(
        _ list: ListPage<Entry>, on database: Database
    ) async throws -> ListPage<Entry> {
        _ = try await FindBalance(balance: list.parent)(on: database)
        return list
    }

    /// The statement of a balance, newest first. Each direction reads its newest entries by its own
    /// index; the union then takes the newest of both.
    package static func page(_ list: ListPage<Entry>) -> Query {
        """
        SELECT * FROM (
            (SELECT t.merchant_id, t.transfer_id, t.kind, -t.amount AS amount, t.currency,
                t.from_after AS balance_after, t.to_system AS other_system,
                t.to_balance AS other_balance, t.checkout_id, t.reference, t.at, t.from_number AS number
            FROM transfers t
            WHERE t.merchant_id = \(list.parent.merchant) AND t.from_balance = \(list.parent.uuid)
                AND t.from_number < \(list.after?.number ?? Int64(Int32.max))
            ORDER BY t.from_number DESC LIMIT \(Int64(list.limit)))
            UNION ALL
            (SELECT t.merchant_id, t.transfer_id, t.kind, t.amount, t.currency, t.to_after,
                t.from_system, t.from_balance, t.checkout_id, t.reference, t.at, t.to_number
            FROM transfers t
            WHERE t.merchant_id = \(list.parent.merchant) AND t.to_balance = \(list.parent.uuid)
                AND t.to_number < \(list.after?.number ?? Int64(Int32.max))
            ORDER BY t.to_number DESC LIMIT \(Int64(list.limit)))
        ) entries ORDER BY number DESC LIMIT \(Int64(list.limit))
        """
    }
}
