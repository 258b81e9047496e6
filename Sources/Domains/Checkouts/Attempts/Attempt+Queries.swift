import Merchants
import Postgres
import Processors
import Vocabulary

extension Attempt {
    /// Writes the attempt before the processor is asked.
    package func insert(coupon: CouponUse?) -> Query {
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
    package static let tokenPaysOnce = "tokens_pay_once"

    package static let columns: Query = """
        a.merchant_id, a.checkout_id, a.currency, \(joinedColumns)
        """

    /// The last attempts of a checkout, newest first. A lock on the checkout prevents new ones.
    package static func newest(_ count: Int, of checkout: CheckoutSession.ID) -> Query {
        """
        SELECT \(columns) FROM attempts a
        WHERE a.merchant_id = \(checkout.merchant) AND a.checkout_id = \(checkout.uuid)
        ORDER BY a.number DESC LIMIT \(Int64(count))
        """
    }

    /// All attempts of several checkouts of a merchant, oldest first; ten each at most.
    package static func all(of checkouts: [CheckoutSession.ID], of merchant: MerchantNumber)
        -> Query
    {
        """
        SELECT \(columns) FROM attempts a
        WHERE a.merchant_id = \(merchant)
            AND a.checkout_id = ANY (\(Bind.uuids(checkouts.map { ($0.uuid.high, $0.uuid.low) })))
        ORDER BY a.number
        """
    }

    package static func lock(_ id: ID) -> Query { "\(find(id)) FOR UPDATE" }

    package static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM attempts a
        WHERE a.merchant_id = \(id.merchant) AND a.attempt_id = \(id.uuid)
        """
    }

    /// Locks the authorized attempt of a checkout; there is at most one.
    package static func lockAuthorized(of checkout: CheckoutSession.ID) -> Query {
        """
        SELECT \(columns) FROM attempts a
        WHERE a.merchant_id = \(checkout.merchant) AND a.checkout_id = \(checkout.uuid)
            AND a.state = 'authorized' FOR UPDATE
        """
    }

    /// Stores all amounts, and the time at which the authorization ends.
    package var storeAmounts: Query {
        """
        UPDATE attempts SET approved = \(approved), capturing = \(capturing),
            captured = \(captured), refunding = \(refunding), refunded = \(refunded),
            disputed = \(disputed), capture_before = \(captureBefore)
        WHERE merchant_id = \(id.merchant) AND attempt_id = \(id.uuid)
        """
    }

    /// Stores the outcome, or that it is unknown.
    package var storeOutcome: Query {
        """
        UPDATE attempts SET state = \(state.rawValue), told = \(reportedOutcome.rawValue),
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
    package var releaseToken: Query {
        """
        UPDATE attempts SET token = NULL
        WHERE merchant_id = \(id.merchant) AND attempt_id = \(id.uuid) AND token IS NOT NULL
        """
    }

    package init(row: Row) throws {
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
