import Checkout
import Merchants
import Postgres
import Vocabulary

extension Enrolment {
    package var insert: Query {
        """
        INSERT INTO enrolments (merchant_id, checkout_id, kind, plan_id, plan_version,
            clock_id, subscription_id, quote, look_at, created_at)
        VALUES (\(checkout.merchant), \(checkout.uuid), \(kind.rawValue), \(plan.uuid), \(Int64(planVersion)),
            \(clock?.uuid), \(subscription?.uuid), \(quote.map(Bind.json)),
            \(createdAt.adding(seconds: Enrolment.firstLookSeconds)), \(createdAt))
        ON CONFLICT (merchant_id, checkout_id) DO UPDATE SET look_at = excluded.look_at
        """
    }

    /// Locks it, if it is not done.
    static func lock(_ checkout: Sheet.ID) -> Query {
        """
        SELECT merchant_id, checkout_id, kind, plan_id, plan_version, clock_id, subscription_id, quote,
            created_at
        FROM enrolments WHERE merchant_id = \(checkout.merchant)
            AND checkout_id = \(checkout.uuid) AND look_at IS NOT NULL FOR UPDATE
        """
    }

    /// Those that are to be looked at. Two workers may look at the same: the second finds it done.
    static func toLookAt(at now: Instant, limit: Int) -> Query {
        // All merchants: whoever's buyer has paid.
        """
        SELECT merchant_id, checkout_id, kind, plan_id, plan_version, clock_id, subscription_id, quote,
            created_at
        FROM enrolments WHERE look_at <= \(now)
        ORDER BY look_at LIMIT \(Int64(limit))
        """
    }

    func look(at moment: Instant?) -> Query {
        """
        UPDATE enrolments SET look_at = \(moment)
        WHERE merchant_id = \(checkout.merchant) AND checkout_id = \(checkout.uuid)
        """
    }

    init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let version: Int64 = try row.get("plan_version")
        let kind: String = try row.get("kind")
        guard let kind = Kind(rawValue: kind) else { throw StoredBillingError(column: "kind") }
        self.init(
            kind, checkout: Sheet.ID(merchant: merchant, uuid: try row.get("checkout_id")),
            plan: Plan.ID(merchant: merchant, uuid: try row.get("plan_id")),
            planVersion: Int(version),
            clock: try row.get("clock_id", as: UUID128?.self).map {
                TestClock.ID(merchant: merchant, uuid: $0)
            },
            subscription: try row.get("subscription_id", as: UUID128?.self).map {
                Subscription.ID(merchant: merchant, uuid: $0)
            },
            quote: try row.get("quote", as: [UInt8]?.self),
            createdAt: try row.get("created_at"))
    }
}
