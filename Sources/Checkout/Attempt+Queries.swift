import Merchants
import Postgres
import Processors
import Vocabulary

extension Attempt {
    /// Writes the attempt before the processor is asked.
    func insert(coupon: CouponUse?) -> Query {
        """
        INSERT INTO attempts (merchant_id, attempt_id, checkout_id, number, state, processor,
            amount, currency, version, fingerprint, coupon_id, buyer, started_at,
            leased_until)
        VALUES (\(id.merchant), \(id.uuid), \(checkout.uuid), \(Int64(number)),
            \(state.rawValue), \(processor), \(amount.minorUnits), \(amount.currency),
            \(Int64(version)), \(fingerprint), \(coupon?.coupon.uuid),
            \(coupon?.buyer), \(startedAt), \(leasedUntil))
        """
    }

    static let columns: Query = """
        a.merchant_id, a.attempt_id, a.checkout_id, a.number, a.state, a.processor, a.amount,
        a.currency, a.version, a.fingerprint, a.told, a.decline, a.reference,
        a.network, a.last_four, a.network_transaction, a.issuing_country, a.capture_before, a.started_at, a.leased_until,
        a.ended_at
        """

    /// The last attempt of a checkout; read after the checkout was locked.
    static func last(of checkout: Sheet.ID) -> Query {
        """
        SELECT \(columns) FROM attempts a
        WHERE a.merchant_id = \(checkout.merchant) AND a.checkout_id = \(checkout.uuid)
        ORDER BY a.number DESC LIMIT 1
        """
    }

    static func lock(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM attempts a
        WHERE a.merchant_id = \(id.merchant) AND a.attempt_id = \(id.uuid) FOR UPDATE
        """
    }

    /// Attempts whose lease is over: a server died, or the outcome was not known. Several workers
    /// pass over each other's.
    ///
    /// All merchants: whoever's payment it is, it must come to an end.
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

    /// So long a worker has an attempt for itself.
    static let workerLeaseSeconds: Int64 = 30

    /// Stores how it ended, or that it is not known.
    var storeOutcome: Query {
        """
        UPDATE attempts SET state = \(state.rawValue), told = \(told.rawValue),
            decline = \(decline?.code), reference = \(reference),
            network = \(card?.network), last_four = \(card?.lastFour),
            network_transaction = \(networkTransaction), issuing_country = \(issuingCountry),
            capture_before = \(captureBefore), ended_at = \(endedAt),
            leased_until = \(leasedUntil)
        WHERE merchant_id = \(id.merchant) AND attempt_id = \(id.uuid)
        """
    }

    init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let code: String = try row.get("currency")
        let state: String = try row.get("state")
        let told: String = try row.get("told")
        guard let currency = Currency(code) else { throw StoredValueError(column: "currency") }
        guard let state = State(rawValue: state) else { throw StoredValueError(column: "state") }
        guard let told = Told(rawValue: told) else { throw StoredValueError(column: "told") }
        let number: Int64 = try row.get("number")
        let version: Int64 = try row.get("version")
        let decline: String? = try row.get("decline")
        self.init(
            id: ID(merchant: merchant, uuid: try row.get("attempt_id")),
            checkout: Sheet.ID(merchant: merchant, uuid: try row.get("checkout_id")),
            number: Int(number), state: state, processor: try row.get("processor"),
            amount: Money(minorUnits: try row.get("amount"), currency: currency),
            version: Int(version), fingerprint: try row.get("fingerprint"), told: told,
            decline: decline.flatMap(Decline.init(code:)),
            card: try CardDisplay(row: row),
            reference: try row.get("reference"),
            networkTransaction: try row.get("network_transaction"),
            issuingCountry: try row.get("issuing_country"),
            captureBefore: try row.get("capture_before"), startedAt: try row.get("started_at"),
            leasedUntil: try row.get("leased_until"), endedAt: try row.get("ended_at"))
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
