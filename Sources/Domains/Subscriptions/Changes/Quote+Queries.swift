import Checkouts
import Merchants
import Postgres
import Vocabulary

extension Quote {
    var insert: Query {
        """
        INSERT INTO quotes (merchant_id, quote_id, subscription_id, subscription_version, plan_id,
            plan_version, moment, at_period_end, credit, charge, due, kept, needs_consent,
            proration, time_zone, created_at, expires_at)
        VALUES (\(id.merchant), \(id.uuid), \(subscription.uuid), \(Int64(subscriptionVersion)),
            \(plan.uuid), \(Int64(planVersion)), \(moment), \(isAtPeriodEnd),
            \(price.credit.minorUnits), \(price.charge.minorUnits), \(price.due.minorUnits),
            \(price.remainingCredit.minorUnits), \(needsConsent), \(proration.rawValue), \(timeZone?.text), \(createdAt),
            \(expiresAt))
        """
    }

    /// Locks a quote. Lock order: its subscription before it.
    static func lock(_ id: ID, of subscription: Subscription.ID) -> Query {
        """
        SELECT q.merchant_id, q.quote_id, q.subscription_id, q.subscription_version, q.plan_id,
            q.plan_version, q.moment, q.at_period_end, q.credit, q.charge, q.needs_consent,
            q.proration, q.time_zone, q.created_at, q.expires_at, q.used_at, q.checkout_id, s.currency
        FROM quotes q JOIN subscriptions s ON s.merchant_id = q.merchant_id
            AND s.subscription_id = q.subscription_id
        WHERE q.merchant_id = \(id.merchant) AND q.quote_id = \(id.uuid)
            AND q.subscription_id = \(subscription.uuid) FOR UPDATE OF q
        """
    }

    /// The unit and time zone in which the earlier changes of the current period were prorated.
    static func prorationBasis(inPeriodOf subscription: Subscription) -> Query {
        """
        SELECT proration, time_zone FROM quotes
        WHERE merchant_id = \(subscription.id.merchant)
            AND subscription_id = \(subscription.id.uuid)
            AND is_made AND NOT at_period_end AND moment > \(subscription.periodStart)
        LIMIT 1
        """
    }

    var store: Query {
        """
        UPDATE quotes SET used_at = \(usedAt), checkout_id = \(checkout?.uuid)
        WHERE merchant_id = \(id.merchant) AND quote_id = \(id.uuid)
        """
    }

    /// Marks the change as made. Later quotes for the same period use this quote's unit and time
    /// zone.
    var markApplied: Query {
        """
        UPDATE quotes SET is_made = true
        WHERE merchant_id = \(id.merchant) AND quote_id = \(id.uuid)
        """
    }

    /// All merchants: a worker deletes the quotes of every merchant.
    static func delete(expiredBefore moment: Instant, limit: Int) -> Query {
        """
        DELETE FROM quotes WHERE (merchant_id, quote_id) IN (
            SELECT merchant_id, quote_id FROM quotes
            WHERE expires_at < \(moment) AND used_at IS NULL AND checkout_id IS NULL
            ORDER BY expires_at LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED)
        RETURNING true
        """
    }

    init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let currency: String = try row.get("currency")
        let prorationBasis = try ProrationBasis(row: row)
        guard let currency = Currency(currency) else {
            throw StoredValueError(column: "currency")
        }
        let number = { (column: StaticString) in Int(try row.get(column, as: Int64.self)) }
        let money = { (column: StaticString) in
            Money(minorUnits: try row.get(column), currency: currency)
        }
        self.init(
            id: ID(merchant: merchant, uuid: try row.get("quote_id")),
            subscription: .init(merchant: merchant, uuid: try row.get("subscription_id")),
            subscriptionVersion: try number("subscription_version"),
            plan: .init(merchant: merchant, uuid: try row.get("plan_id")),
            planVersion: try number("plan_version"), moment: try row.get("moment"),
            isAtPeriodEnd: try row.get("at_period_end"), proration: prorationBasis.unit,
            timeZone: prorationBasis.timeZone,
            price: ChangePrice(credit: try money("credit"), charge: try money("charge")),
            needsConsent: try row.get("needs_consent"), createdAt: try row.get("created_at"),
            expiresAt: try row.get("expires_at"), usedAt: try row.get("used_at"),
            checkout: try row.get("checkout_id", as: UUID128?.self).map {
                CheckoutSession.ID(merchant: merchant, uuid: $0)
            })
    }
}

extension Quote.ProrationBasis {
    init(row: Row) throws {
        guard let unit = Quote.Proration(rawValue: try row.get("proration")) else {
            throw StoredValueError(column: "proration")
        }
        let zone: String? = try row.get("time_zone")
        self.init(unit: unit, timeZone: zone.flatMap(TimeZoneName.init))
    }
}
