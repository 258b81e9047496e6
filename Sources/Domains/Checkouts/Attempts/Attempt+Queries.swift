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

    /// The columns that change after the processor was asked.
    package static let changed = TableColumns<Attempt>(
        of: "attempts",
        [
            .key("merchant_id") { $0.id.merchant }, .key("attempt_id") { $0.id.uuid },
            TableColumn("state") { $0.state.rawValue },
            TableColumn("told") { $0.reportedOutcome.rawValue },
            TableColumn("decline") { $0.decline?.code },
            TableColumn("reference") { $0.reference }, TableColumn("network") { $0.card?.network },
            TableColumn("last_four") { $0.card?.lastFour },
            TableColumn("network_transaction") { $0.networkTransaction },
            TableColumn("issuing_country") { $0.issuingCountry },
            TableColumn("capture_before") { $0.captureBefore },
            TableColumn("approved") { $0.approved }, TableColumn("capturing") { $0.capturing },
            TableColumn("captured") { $0.captured }, TableColumn("refunding") { $0.refunding },
            TableColumn("refunded") { $0.refunded }, TableColumn("disputed") { $0.disputed },
            TableColumn("leased_until") { $0.leasedUntil },
            TableColumn("ended_at") { $0.endedAt },
        ])

    /// Stores all of these columns; the row is locked.
    package var store: Query { Attempt.changed.update([self]) }

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
