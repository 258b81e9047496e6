import Checkouts
import Merchants
import Postgres
import Vocabulary

extension Dispute {
    private static let columns: Query = """
        merchant_id, dispute_id, checkout_id, attempt_id, number, reference, state, reason, amount,
        taken, uncovered, currency, opened_at, ended_at
        """

    var insert: Query {
        """
        INSERT INTO disputes (merchant_id, dispute_id, checkout_id, attempt_id, number,
            reference, state, reason, amount, taken, uncovered, currency, opened_at, ended_at)
        VALUES (\(id.merchant), \(id.uuid), \(checkout.uuid), \(attempt.uuid),
            \(Int64(number)), \(reference), \(state.rawValue), \(reason), \(amount.minorUnits),
            \(taken), \(uncovered), \(amount.currency), \(openedAt), \(endedAt))
        """
    }

    var storeOutcome: Query {
        """
        UPDATE disputes SET state = \(state.rawValue), taken = \(taken), ended_at = \(endedAt)
        WHERE merchant_id = \(id.merchant) AND dispute_id = \(id.uuid)
        """
    }

    /// Counts the bookings of money for the open dispute.
    var bookings: Query {
        """
        SELECT count(*) AS bookings FROM transfers
        WHERE merchant_id = \(id.merchant) AND transfer_id = \(id.uuid) AND kind = 'dispute_opened'
        """
    }

    /// Oldest first; the lock on the checkout prevents new ones.
    static func all(of checkout: CheckoutSession.ID) -> Query {
        """
        SELECT \(columns) FROM disputes
        WHERE merchant_id = \(checkout.merchant) AND checkout_id = \(checkout.uuid)
        ORDER BY number, opened_at
        """
    }

    init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let state: String = try row.get("state")
        guard let state = State(rawValue: state) else { throw StoredValueError(column: "state") }
        let number: Int64 = try row.get("number")
        self.init(
            id: ID(merchant: merchant, uuid: try row.get("dispute_id")),
            checkout: CheckoutSession.ID(merchant: merchant, uuid: try row.get("checkout_id")),
            attempt: Attempt.ID(merchant: merchant, uuid: try row.get("attempt_id")),
            number: Int(number), reference: try row.get("reference"), state: state,
            reason: try row.get("reason"), amount: try row.money("amount"),
            taken: try row.get("taken"), uncovered: try row.get("uncovered"),
            openedAt: try row.get("opened_at"),
            endedAt: try row.get("ended_at"))
    }
}
