import Merchants
import Postgres
import Vocabulary

extension Transfer {
    /// Violates `transfers_are_booked_once` if its cause was booked before.
    package var insert: Query {
        """
        INSERT INTO transfers (merchant_id, transfer_id, kind, part, from_system, from_balance,
            to_system, to_balance, amount, currency, from_after, to_after, from_number,
            to_number, checkout_id, reference, at)
        VALUES (\(id.merchant), \(id.uuid), \(kind.rawValue), \(Int64(part)),
            \(from.system?.rawValue), \(from.balance?.uuid), \(to.system?.rawValue),
            \(to.balance?.uuid), \(amount.minorUnits), \(amount.currency), \(fromAfter),
            \(toAfter), \(fromNumber.map(Int64.init)), \(toNumber.map(Int64.init)), \(checkout), \(reference), \(at))
        """
    }
}
