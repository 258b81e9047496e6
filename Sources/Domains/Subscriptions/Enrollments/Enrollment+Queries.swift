import Balances
import Checkouts
import Merchants
import Postgres
import Vocabulary

extension Enrollment {
    package var insert: Query {
        """
        INSERT INTO enrolments (merchant_id, checkout_id, kind, plan_id, plan_version,
            clock_id, subscription_id, quote_id, look_at, created_at)
        VALUES (\(checkout.merchant), \(checkout.uuid), \(kind.rawValue), \(plan?.uuid),
            \(planVersion.map(Int64.init)),
            \(clock?.uuid), \(subscription?.uuid), \(quote?.uuid),
            \(createdAt.adding(seconds: Enrollment.firstCheckSeconds)), \(createdAt))
        ON CONFLICT (merchant_id, checkout_id) DO UPDATE SET look_at = excluded.look_at
        """
    }

    /// Finds an enrollment that is not done.
    static func find(_ checkout: CheckoutSession.ID) -> Query {
        """
        SELECT merchant_id, checkout_id, kind, plan_id, plan_version, clock_id, subscription_id,
            quote_id, created_at
        FROM enrolments WHERE merchant_id = \(checkout.merchant)
            AND checkout_id = \(checkout.uuid) AND look_at IS NOT NULL
        """
    }

    static func lock(_ checkout: CheckoutSession.ID) -> Query { "\(find(checkout)) FOR UPDATE" }

    /// Enrollments that are due for a check. Two workers may check the same one: the second finds
    /// it done.
    static func dueForCheck(at now: Instant, limit: Int) -> Query {
        // All merchants: workers check the enrollments of every merchant.
        """
        SELECT merchant_id, checkout_id, kind, plan_id, plan_version, clock_id, subscription_id, quote_id,
            created_at
        FROM enrolments WHERE look_at <= \(now)
        ORDER BY look_at LIMIT \(Int64(limit))
        """
    }

    /// Cancels the checkouts of changes of a subscription, unless they are being paid.
    ///
    /// - Parameter opened: cancels only checkouts that were opened until this time; nil cancels
    ///   all.
    static func cancelChangeCheckouts(
        of subscription: Subscription.ID, openedUntil opened: Instant? = nil, at now: Instant
    ) -> Query {
        """
        UPDATE checkouts c SET state = 'canceled', changed_at = \(now) FROM enrolments e
        WHERE e.merchant_id = \(subscription.merchant)
            AND e.subscription_id = \(subscription.uuid) AND e.look_at IS NOT NULL
            AND e.kind = 'change' AND c.merchant_id = e.merchant_id
            AND c.checkout_id = e.checkout_id AND c.state = 'open'
            \(opened.map { "AND e.created_at <= \($0)" as Query } ?? "")
        RETURNING c.merchant_id, c.checkout_id, c.balances IS NOT NULL AS paid_by_balances
        """
    }

    /// The part of the subscription's balance that is held for open checkouts of changes.
    static func heldForChanges(
        of subscription: Subscription.ID, _ balance: Balance.ID, at now: Instant
    ) -> Query {
        """
        SELECT coalesce(sum(h.amount - h.captured), 0)::bigint AS held
        FROM enrolments e
        JOIN checkouts c ON c.merchant_id = e.merchant_id AND c.checkout_id = e.checkout_id
        JOIN holds h ON h.merchant_id = e.merchant_id AND h.checkout_id = e.checkout_id
        WHERE e.merchant_id = \(subscription.merchant)
            AND e.subscription_id = \(subscription.uuid) AND e.look_at IS NOT NULL
            AND e.kind = 'change' AND c.state = 'open' AND h.balance_id = \(balance.uuid)
            AND h.state = 'active' AND (h.expires_at IS NULL OR h.expires_at > \(now))
        """
    }

    /// Returns a row if the buyer of the subscription is paying for a change at this moment.
    static func changeBeingPaid(of subscription: Subscription.ID) -> Query {
        """
        SELECT true FROM enrolments e JOIN checkouts c
            ON c.merchant_id = e.merchant_id AND c.checkout_id = e.checkout_id
        WHERE e.merchant_id = \(subscription.merchant)
            AND e.subscription_id = \(subscription.uuid) AND e.look_at IS NOT NULL
            AND e.kind = 'change' AND c.state IN ('authorizing', 'authorized', 'captured') LIMIT 1
        """
    }

    /// Cancels all checkouts of changes on a clock, unless they are being paid: their prices are
    /// outdated.
    static func cancelChangeCheckouts(on clock: TestClock.ID, at now: Instant) -> Query {
        """
        UPDATE checkouts c SET state = 'canceled', changed_at = \(now) FROM enrolments e
        WHERE e.merchant_id = \(clock.merchant) AND e.clock_id = \(clock.uuid)
            AND e.look_at IS NOT NULL AND e.kind = 'change' AND c.merchant_id = e.merchant_id
            AND c.checkout_id = e.checkout_id AND c.state = 'open'
        RETURNING c.merchant_id, c.checkout_id, c.balances IS NOT NULL AS paid_by_balances
        """
    }

    /// Sets the next check of an enrollment that is not done.
    func scheduleCheck(at moment: Instant?) -> Query {
        """
        UPDATE enrolments SET look_at = \(moment)
        WHERE merchant_id = \(checkout.merchant) AND checkout_id = \(checkout.uuid)
            AND look_at IS NOT NULL
        """
    }

    init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let version: Int64? = try row.get("plan_version")
        let kind: String = try row.get("kind")
        guard let kind = Kind(rawValue: kind) else { throw StoredValueError(column: "kind") }
        self.init(
            kind,
            checkout: CheckoutSession.ID(merchant: merchant, uuid: try row.get("checkout_id")),
            plan: try row.get("plan_id", as: UUID128?.self).map {
                Plan.ID(merchant: merchant, uuid: $0)
            },
            planVersion: version.map(Int.init),
            clock: try row.get("clock_id", as: UUID128?.self).map {
                TestClock.ID(merchant: merchant, uuid: $0)
            },
            subscription: try row.get("subscription_id", as: UUID128?.self).map {
                Subscription.ID(merchant: merchant, uuid: $0)
            },
            quote: try row.get("quote_id", as: UUID128?.self).map {
                Quote.ID(merchant: merchant, uuid: $0)
            },
            createdAt: try row.get("created_at"))
    }
}
