import Merchants
import Postgres
import Processors
import Vocabulary

extension Attempt {
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
    package static let changed = TableColumns<Attempt>(of: "attempts", changing)

    /// The same columns and the token, which may then pay another attempt.
    package static let changedReleasingToken = TableColumns<Attempt>(
        of: "attempts", changing + [TableColumn("token") { _ in RawBytes?.none }])

    private static let changing: [TableColumn<Attempt>] =
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
        ]

    /// Stores all of these columns; the row is locked.
    package var store: Query { Attempt.changed.update([self]) }

    package init(row: Row) throws {
        guard let attempt = try Attempt(joined: row) else {
            throw StoredValueError(column: "attempt_id")
        }
        self = attempt
    }
}

/// An attempt that starts, with the coupon redemption that it reserves.
package struct NewAttempt: Sendable {
    package let attempt: Attempt
    let coupon: CouponUse?

    package init(_ attempt: Attempt, coupon: CouponUse? = nil) {
        self.attempt = attempt
        self.coupon = coupon
    }

    package static let stored = TableColumns<NewAttempt>(
        of: "attempts",
        [
            .key("merchant_id") { $0.attempt.id.merchant },
            .key("attempt_id") { $0.attempt.id.uuid },
            TableColumn("checkout_id") { $0.attempt.checkout.uuid },
            TableColumn("number") { $0.attempt.number },
            TableColumn("state") { $0.attempt.state.rawValue },
            TableColumn("processor") { $0.attempt.processor },
            TableColumn("amount") { $0.attempt.amount.minorUnits },
            TableColumn("currency") { $0.attempt.amount.currency.code },
            TableColumn("version") { $0.attempt.version },
            TableColumn("fingerprint") { RawBytes($0.attempt.fingerprint) },
            TableColumn("token") { $0.attempt.token.map(RawBytes.init) },
            TableColumn("coupon_id") { $0.coupon?.coupon.uuid },
            TableColumn("buyer") { ($0.coupon?.buyer).map(RawBytes.init) },
            TableColumn("started_at") { $0.attempt.startedAt },
            TableColumn("leased_until") { $0.attempt.leasedUntil },
        ])
}

extension CardDisplay {
    init?(row: Row) throws {
        guard let network: String = try row.get("network"),
            let lastFour: String = try row.get("last_four")
        else { return nil }
        self.init(network: network, lastFour: lastFour)
    }
}
