import Merchants
import Postgres
import Processors
import Vocabulary

extension Attempt {
    /// Writes the attempt before the processor is asked.
    func insert(coupon: CouponUse?) -> Query {
        """
        INSERT INTO attempts (merchant_id, attempt_id, checkout_id, number, state, processor,
            amount, currency, version, fingerprint, token, coupon_id, buyer, started_at,
            leased_until)
        VALUES (\(id.merchant), \(id.uuid), \(checkout.uuid), \(Int64(number)),
            \(state.rawValue), \(processor), \(amount.minorUnits), \(amount.currency),
            \(Int64(version)), \(fingerprint), \(token), \(coupon?.coupon.uuid),
            \(coupon?.buyer), \(startedAt), \(leasedUntil))
        """
    }

    /// The constraint that lets one token pay only once.
    static let tokenPaysOnce = "tokens_pay_once"

    private static let columns: Query = """
        a.merchant_id, a.checkout_id, a.currency, \(joinedColumns)
        """

    /// The last attempts of a checkout, newest first; read after the checkout was locked.
    static func newest(_ count: Int, of checkout: Sheet.ID) -> Query {
        """
        SELECT \(columns) FROM attempts a
        WHERE a.merchant_id = \(checkout.merchant) AND a.checkout_id = \(checkout.uuid)
        ORDER BY a.number DESC LIMIT \(Int64(count))
        """
    }

    /// All attempts of several checkouts of a merchant, oldest first; ten each at most.
    static func all(of checkouts: [Sheet.ID], of merchant: MerchantNumber) -> Query {
        """
        SELECT \(columns) FROM attempts a
        WHERE a.merchant_id = \(merchant)
            AND a.checkout_id = ANY (\(Bind.uuids(checkouts.map { ($0.uuid.high, $0.uuid.low) })))
        ORDER BY a.number
        """
    }

    static func lock(_ id: ID) -> Query { "\(find(id)) FOR UPDATE" }

    static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM attempts a
        WHERE a.merchant_id = \(id.merchant) AND a.attempt_id = \(id.uuid)
        """
    }

    /// Finds authorizations that have expired, or expire within a day and have no warning yet.
    ///
    /// All merchants: a worker serves them all.
    static func ending(at now: Instant, limit: Int) -> Query {
        """
        SELECT \(columns) FROM attempts a
        WHERE a.state = 'authorized' AND a.captured < a.approved
            AND a.capture_before <= \(now.adding(seconds: ExpireAuthorizations.warningSeconds))
            AND (a.warned_at IS NULL OR a.capture_before <= \(now))
        ORDER BY a.capture_before LIMIT \(Int64(limit))
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

    /// Locks the authorized attempt of a checkout; there is at most one.
    static func lockAuthorized(of checkout: Sheet.ID) -> Query {
        """
        SELECT \(columns) FROM attempts a
        WHERE a.merchant_id = \(checkout.merchant) AND a.checkout_id = \(checkout.uuid)
            AND a.state = 'authorized' FOR UPDATE
        """
    }

    /// Stores the captured, refunded and disputed amounts.
    var storeAmounts: Query {
        """
        UPDATE attempts SET approved = \(approved), capturing = \(capturing),
            captured = \(captured), refunding = \(refunding), refunded = \(refunded),
            disputed = \(disputed), capture_before = \(captureBefore)
        WHERE merchant_id = \(id.merchant) AND attempt_id = \(id.uuid)
        """
    }

    /// Claims attempts whose lease has ended because a server died or the outcome was unknown.
    /// Concurrent workers skip each other's rows.
    ///
    /// All merchants: a worker serves them all.
    static func toFinish(at now: Instant, limit: Int) -> Query {
        """
        UPDATE attempts SET leased_until = \(now.adding(seconds: Attempt.workerLeaseSeconds))
        WHERE (merchant_id, attempt_id) IN (
            SELECT merchant_id, attempt_id FROM attempts
            WHERE leased_until <= \(now) AND state IN ('started', 'unknown', 'voiding')
            ORDER BY leased_until LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED)
        RETURNING merchant_id, attempt_id, checkout_id, state, started_at
        """
    }

    /// How long a worker's lease on an attempt lasts.
    static let workerLeaseSeconds: Int64 = 30

    /// Stores the outcome, or that it is unknown.
    var storeOutcome: Query {
        """
        UPDATE attempts SET state = \(state.rawValue), told = \(told.rawValue),
            decline = \(decline?.code), reference = \(reference),
            network = \(card?.network), last_four = \(card?.lastFour),
            network_transaction = \(networkTransaction), issuing_country = \(issuingCountry),
            capture_before = \(captureBefore), approved = \(approved), captured = \(captured),
            ended_at = \(endedAt),
            leased_until = \(leasedUntil)
        WHERE merchant_id = \(id.merchant) AND attempt_id = \(id.uuid)
        """
    }

    /// Releases the token, so that it may pay another attempt.
    var letTokenGo: Query {
        """
        UPDATE attempts SET token = NULL
        WHERE merchant_id = \(id.merchant) AND attempt_id = \(id.uuid) AND token IS NOT NULL
        """
    }

    init(row: Row) throws {
        guard let attempt = try Attempt(joined: row) else {
            throw StoredValueError(column: "attempt_id")
        }
        self = attempt
    }
}

extension CardDisplay {
    init?(row: Row) throws {
        guard let network: String = try row.get("network"),
            let lastFour: String = try row.get("last_four")
        else { return nil }
        self.init(network: network, lastFour: lastFour)
    }
}

extension Unfinished {
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
            checkout: Sheet.ID(merchant: merchant, uuid: try row.get("checkout_id")),
            state: state, startedAt: try row.get("started_at"))
    }
}
