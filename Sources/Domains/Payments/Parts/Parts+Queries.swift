import Balances
import Checkouts
import Merchants
import Postgres
import Vocabulary

// Stores the parts of a capture or refund as two columns: identifiers and amounts.

extension [HoldPart] {
    var uuids: [RawUUID] { map { RawUUID($0.hold.uuid) } }
}

extension [BalancePart] {
    var uuids: [RawUUID] { map { RawUUID($0.balance.uuid) } }
}

extension Row {
    func money(_ column: StaticString) throws -> Money {
        let code: String = try get("currency")
        guard let currency = Currency(code) else { throw StoredValueError(column: "currency") }
        return Money(minorUnits: try get(column), currency: currency)
    }

    func holdParts(_ merchant: MerchantNumber) throws -> [HoldPart] {
        let ids: [RawUUID] = try get("hold_ids")
        let amounts: [Int64] = try get("hold_amounts")
        return zip(ids, amounts).map { id, amount in
            HoldPart(
                hold: Hold.ID(merchant: merchant, uuid: UUID128(high: id.high, low: id.low)),
                amount: amount)
        }
    }

    func balanceParts(_ merchant: MerchantNumber, _ ids: StaticString, _ amounts: StaticString)
        throws
        -> [BalancePart]
    {
        let ids: [RawUUID] = try get(ids)
        let amounts: [Int64] = try get(amounts)
        return zip(ids, amounts).map { id, amount in
            BalancePart(
                balance: Balance.ID(merchant: merchant, uuid: UUID128(high: id.high, low: id.low)),
                amount: amount)
        }
    }
}
