import Checkouts
import Merchants
import Postgres
import Vocabulary

extension Attempt {
    /// Claims attempts whose lease has ended: a server died, the outcome is unknown, or a void is
    /// due. Concurrent workers skip each other's rows.
    ///
    /// All merchants: a worker serves them all.
    static func claimUnfinished(at now: Instant, limit: Int) -> Query {
        """
        UPDATE attempts SET leased_until = \(now.adding(seconds: Attempt.workerLeaseSeconds))
        WHERE (merchant_id, attempt_id) IN (
            SELECT merchant_id, attempt_id FROM attempts
            WHERE leased_until <= \(now) AND state IN ('started', 'unknown', 'voiding')
            ORDER BY leased_until LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED)
        RETURNING merchant_id, attempt_id, checkout_id, state, started_at
        """
    }

    /// The duration of a worker's lease on an attempt.
    static let workerLeaseSeconds: Int64 = 30

    /// Finds authorizations that have expired, or expire within a day and have no warning yet:
    /// one page, in the order of their expiry.
    ///
    /// All merchants: a worker serves them all.
    static func expiring(at now: Instant, after last: Attempt?, limit: Int) -> Query {
        """
        SELECT \(columns) FROM attempts a
        WHERE a.state = 'authorized' AND a.captured < a.approved
            AND a.capture_before <= \(now.adding(seconds: ExpireAuthorizations.warningSeconds))
            AND (a.warned_at IS NULL OR a.capture_before <= \(now))
            AND (\(last?.captureBefore)::timestamptz IS NULL
                OR (a.capture_before, a.merchant_id, a.attempt_id) > (
                    \(last?.captureBefore), \(last?.id.merchant), \(last?.id.uuid)))
        ORDER BY a.capture_before, a.merchant_id, a.attempt_id LIMIT \(Int64(limit))
        """
    }

    /// Notes that the merchant was warned; returns no row if a warning was already sent.
    func warn(at now: Instant) -> Query {
        """
        UPDATE attempts SET warned_at = \(now)
        WHERE merchant_id = \(id.merchant) AND attempt_id = \(id.uuid) AND warned_at IS NULL
        RETURNING true
        """
    }
}

extension UnfinishedAttempt {
    /// Finds an attempt that has not ended.
    static func find(_ id: Attempt.ID) -> Query {
        """
        SELECT merchant_id, attempt_id, checkout_id, state, started_at FROM attempts
        WHERE merchant_id = \(id.merchant) AND attempt_id = \(id.uuid)
            AND state IN ('started', 'unknown', 'voiding')
        """
    }

    init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let state: String = try row.get("state")
        guard let state = Attempt.State(rawValue: state) else {
            throw StoredValueError(column: "state")
        }
        self.init(
            id: Attempt.ID(merchant: merchant, uuid: try row.get("attempt_id")),
            checkout: CheckoutSession.ID(merchant: merchant, uuid: try row.get("checkout_id")),
            state: state, startedAt: try row.get("started_at"))
    }
}
