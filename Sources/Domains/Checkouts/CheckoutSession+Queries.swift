import Carts
import Customers
import Idempotency
import JSON
import Merchants
import Postgres
import Vocabulary

extension CheckoutSession {
    /// Stores a new checkout if the merchant's settings are still those that priced it and the
    /// claim, if any, is fresh. Returns one row if it was stored.
    ///
    /// The claim and the checkout are one statement, because this is the hottest write: one round
    /// trip and one commit.
    func open(claim: Claim?, answer: StoredAnswer?, settingsVersion: Int64) -> Query {
        let isCurrent: Query = "settings_version = \(settingsVersion)"
        guard let claim, let answer else { return open(where: isCurrent) }
        let merchant: Query = """
            SELECT FROM merchants WHERE merchant_id = \(id.merchant) AND \(isCurrent)
            """
        return """
            WITH claimed AS (\(claim.insert(answer: answer, given: merchant)))
            INSERT INTO checkouts (merchant_id, \(CheckoutSession.opening))
            SELECT \(id.merchant), \(openingValues) FROM claimed RETURNING true
            """
    }

    /// Stores a new checkout as a part of a larger statement if a condition holds. Returns one row
    /// if it was stored.
    func open(where condition: Query) -> Query {
        """
        INSERT INTO checkouts (merchant_id, \(CheckoutSession.opening))
        SELECT \(id.merchant), \(openingValues) FROM merchants
        WHERE merchant_id = \(id.merchant) AND \(condition)
        RETURNING true
        """
    }

    /// Cancels an open checkout; one that has already ended unpaid keeps its state. Returns no row
    /// if the checkout is paid, or being paid.
    package static func cancelUnpaid(_ id: ID, at now: Instant) -> Query {
        """
        UPDATE checkouts SET state = CASE state WHEN 'open' THEN 'canceled' ELSE state END,
            changed_at = \(now)
        WHERE merchant_id = \(id.merchant) AND checkout_id = \(id.uuid) AND state IN ('open', 'canceled', 'expired', 'failed')
        RETURNING true
        """
    }

    private static let opening: Query = """
        checkout_id, state, version, currency, total, total_pending, settings_version,
        authorization_amount, maximum_amount, request, method, coupon_id, coupon,
        place, prefill, data_key, derivation_key, generation, reference, created_at, expires_at,
        changed_at
        """

    private var openingValues: Query {
        """
        \(id.uuid), \(state.rawValue), \(Int64(version))::integer,
        \(total.currency), \(total.minorUnits), \(totalIsPending), \(settingsVersion),
        \(request.authorizationAmount?.minorUnits)::bigint,
        \(request.maximumAmount?.minorUnits)::bigint,
        \(Bind.json(request.rememberedBytes()))::json, \(choice.method)::text,
        \(choice.coupon?.id.uuid)::uuid, \((choice.coupon?.bytes).map(Bind.json))::json,
        \(privacy.place)::bytea, \(privacy.prefill)::bytea, \(privacy.key)::bytea,
        \(Int64(derivationKey))::integer, \(Int64(generation))::integer,
        \(request.reference)::text, \(createdAt), \(expiresAt), \(changedAt)
        """
    }

    static let columns: Query = """
        c.merchant_id, c.checkout_id, c.state, c.version, c.shown_version, c.currency, c.total, c.total_pending,
        c.authorized, c.captured, c.refunded, c.capturing, c.refunding, c.disputed,
        c.settings_version, c.request, c.method, c.coupon_id, c.coupon, c.balances, c.place, c.tariff, c.pinned,
        c.prefill, c.contacts, c.data_key, c.derivation_key, c.generation, c.attempts, c.events,
        c.customer_id, c.created_at, c.expires_at, c.changed_at
        """

    /// Reads the checkout with its last attempt.
    package static func find(_ id: ID) -> Query {
        """
        SELECT \(columns), \(Attempt.joinedColumns) FROM checkouts c \(lastAttempt)
        WHERE c.merchant_id = \(id.merchant) AND c.checkout_id = \(id.uuid)
        """
    }

    /// Reads several checkouts; `caller` is the index of each.
    static func find(_ ids: [ID]) -> Query {
        """
        SELECT g.place - 1 AS caller, \(columns), \(Attempt.joinedColumns) FROM \(given(ids))
        JOIN checkouts c ON c.merchant_id = g.merchant AND c.checkout_id = g.checkout
        \(lastAttempt)
        """
    }

    static let lastAttempt: Query = """
        LEFT JOIN attempts a ON a.merchant_id = c.merchant_id
            AND a.checkout_id = c.checkout_id AND a.number = c.attempts
        """

    private static let versionColumns: Query = """
        m.settings_version AS present_settings_version, c.xmin::text AS row_version
        """

    /// Reads the checkout without a lock, with its row version and the current version of the
    /// merchant's settings.
    static func findVersioned(_ id: ID) -> Query {
        """
        SELECT \(columns), \(versionColumns)
        FROM checkouts c JOIN merchants m ON m.merchant_id = c.merchant_id
        WHERE c.merchant_id = \(id.merchant) AND c.checkout_id = \(id.uuid)
        """
    }

    /// Reads several checkouts without locks; `caller` is the index of each.
    static func findVersioned(_ ids: [ID]) -> Query {
        """
        SELECT g.place - 1 AS caller, \(columns), \(versionColumns) FROM \(given(ids))
        JOIN checkouts c ON c.merchant_id = g.merchant AND c.checkout_id = g.checkout
        JOIN merchants m ON m.merchant_id = c.merchant_id
        """
    }

    /// Reads the checkout and locks its row.
    package static func lock(_ id: ID) -> Query {
        "\(findVersioned(id)) FOR UPDATE OF c"
    }

    /// Reads several checkouts and locks their rows in the given order; `caller` is the index of
    /// each.
    package static func lock(_ ids: [ID]) -> Query {
        "\(findVersioned(ids)) ORDER BY g.place FOR UPDATE OF c"
    }

    /// The identifiers as rows; `place` counts them from 1 in the given order.
    private static func given(_ ids: [ID]) -> Query {
        """
        unnest(\(ids.map(\.merchant.value)), \(Bind.uuids(ids.map { ($0.uuid.high, $0.uuid.low) })))
            WITH ORDINALITY AS g (merchant, checkout, place)
        """
    }

    private var setCoupon: Query {
        """
        coupon_id = \(choice.coupon?.id.uuid), coupon = \((choice.coupon?.bytes).map(Bind.json))
        """
    }

    /// Empty if the tenders did not change, so that other statements stay short.
    private var setTenders: Query {
        guard tendersChanged else { return "" }
        return """
            , balances = \(tenders.bytes.map(Bind.json)), tendered = \(tenders.amount)
            """
    }

    /// Stores the columns that a sheet update may change.
    var storeChoice: Query {
        """
        UPDATE checkouts SET version = \(Int64(version)), shown_version = \(Int64(version)),
            total = \(total.minorUnits),
            total_pending = \(totalIsPending), settings_version = \(settingsVersion),
            method = \(choice.method), \(setCoupon), place = \(privacy.place), pinned = \(privacy.pin), changed_at = \(changedAt)\(setTenders)
        WHERE merchant_id = \(id.merchant) AND checkout_id = \(id.uuid)
        """
    }

    /// Stores the columns of `storeChoice` and the timeline entry if the row has not changed;
    /// returns one row if they were stored. It is one statement because only the creation of a
    /// checkout is a hotter write.
    func storeChoice(with entry: TimelineEntry, ifRowVersion rowVersion: String) -> Query {
        """
        WITH stored AS (\(storeChoice) AND xmin = \(rowVersion)::xid RETURNING true)
        \(TimelineEntry.stored.insert(
            [entry], callers: [0], of: "(SELECT 0 AS caller FROM stored)"))
        RETURNING true AS stored
        """
    }

    /// Stores a changed request with its new price; the row is locked.
    var storeRequest: Query { CheckoutSession.paymentAndRequest.update([self]) }

    /// The columns that the start, a step or the end of a payment changes.
    package static let payment = TableColumns<CheckoutSession>(of: "checkouts", paymentColumns)

    private static let paymentAndRequest = TableColumns<CheckoutSession>(
        of: "checkouts", paymentColumns + requestColumns)

    package static let requestColumns: [TableColumn<CheckoutSession>] = [
        TableColumn("authorization_amount") { $0.request.authorizationAmount?.minorUnits },
        TableColumn("maximum_amount") { $0.request.maximumAmount?.minorUnits },
        TableColumn("request") { RawJSON($0.request.bytes) },
        TableColumn("reference") { $0.request.reference },
    ]

    package static let couponColumns: [TableColumn<CheckoutSession>] = [
        TableColumn("coupon_id") { $0.choice.coupon?.id.uuid },
        TableColumn("coupon") { ($0.choice.coupon?.bytes).map(RawJSON.init) },
    ]

    private static let paymentColumns: [TableColumn<CheckoutSession>] =
        [
            .key("merchant_id") { $0.id.merchant }, .key("checkout_id") { $0.id.uuid },
            TableColumn("state") { $0.state.rawValue }, TableColumn("version") { $0.version },
            TableColumn("shown_version") { $0.shownVersion },
            TableColumn("total") { $0.total.minorUnits },
            TableColumn("total_pending") { $0.totalIsPending },
            TableColumn("settings_version") { $0.settingsVersion },
            TableColumn("method") { $0.choice.method },
            TableColumn("authorized") { $0.authorized }, TableColumn("captured") { $0.captured },
            TableColumn("refunded") { $0.refunded }, TableColumn("capturing") { $0.capturing },
            TableColumn("refunding") { $0.refunding }, TableColumn("disputed") { $0.disputed },
            TableColumn("attempts") { $0.attempts }, TableColumn("events") { $0.events },
            TableColumn("place") { $0.privacy.place.map(RawBytes.init) },
            TableColumn("pinned") { $0.privacy.pin.map(RawBytes.init) },
            TableColumn("contacts") { $0.privacy.contacts.map(RawBytes.init) },
            TableColumn("balances") { $0.tenders.bytes.map(RawJSON.init) },
            TableColumn("tendered") { $0.tendered }, TableColumn("changed_at") { $0.changedAt },
        ]

    /// Stores all of these columns; the row is locked.
    package var storeState: Query { CheckoutSession.payment.update([self]) }
}

extension CheckoutSession {
    package init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let code: String = try row.get("currency")
        guard let currency = Currency(code) else { throw StoredValueError(column: "currency") }
        let state: String = try row.get("state")
        guard let state = State(rawValue: state) else { throw StoredValueError(column: "state") }
        let version: Int64 = try row.get("version")
        let shownVersion: Int64 = try row.get("shown_version")
        let derivationKey: Int64 = try row.get("derivation_key")
        let generation: Int64 = try row.get("generation")
        let attempts: Int64 = try row.get("attempts")
        let events: Int64 = try row.get("events")
        let customer: UUID128? = try row.get("customer_id")
        let coupon: UUID128? = try row.get("coupon_id")
        self.init(
            id: ID(merchant: merchant, uuid: try row.get("checkout_id")), state: state,
            version: Int(version), shownVersion: Int(shownVersion),
            total: Money(minorUnits: try row.get("total"), currency: currency),
            totalIsPending: try row.get("total_pending"),
            settingsVersion: try row.get("settings_version"), authorized: try row.get("authorized"),
            captured: try row.get("captured"), refunded: try row.get("refunded"),
            capturing: try row.get("capturing"), refunding: try row.get("refunding"),
            disputed: try row.get("disputed"),
            tenders: try [Tender](stored: try row.get("balances"), of: merchant),
            request: try CheckoutRequest(stored: try row.get("request")),
            choice: Choice(
                tariff: try row.get("tariff", as: [UInt8]?.self).map(Tariff.init(stored:)),
                method: try row.get("method"),
                coupon: try coupon.map {
                    try AppliedCoupon(
                        id: Coupon.ID(merchant: merchant, uuid: $0),
                        stored: try row.get("coupon"))
                }),
            privacy: Privacy(
                key: try row.get("data_key"), place: try row.get("place"),
                pin: try row.get("pinned"), prefill: try row.get("prefill"),
                contacts: try row.get("contacts")),
            derivationKey: Int(derivationKey), generation: Int(generation),
            attempts: Int(attempts), events: Int(events),
            customer: customer.map { Customer.ID(merchant: merchant, uuid: $0) },
            createdAt: try row.get("created_at"), expiresAt: try row.get("expires_at"),
            changedAt: try row.get("changed_at"))
    }
}

extension CheckoutSession {
    /// Links the checkout to the account that its buyer opened.
    var storeCustomer: Query {
        """
        UPDATE checkouts SET customer_id = \(customer?.uuid)
        WHERE merchant_id = \(id.merchant) AND checkout_id = \(id.uuid)
        """
    }
}

extension CheckoutSession {
    /// Finds the newest checkout that still has a data key, among the newest hundred of each
    /// merchant.
    ///
    /// All merchants: they share the master keys. Identifiers sort by time within a merchant, so
    /// the query uses the primary key. Without the limit the start of a server would read all
    /// checkouts of a merchant whose buyers were all erased: 10 million took longer than a
    /// statement may.
    static let newestSealed: Query = """
        SELECT c.merchant_id, c.checkout_id, c.data_key FROM merchants m
        CROSS JOIN LATERAL (
            SELECT * FROM (
                SELECT merchant_id, checkout_id, data_key FROM checkouts
                WHERE merchant_id = m.merchant_id ORDER BY checkout_id DESC LIMIT 100) newest
            WHERE data_key IS NOT NULL ORDER BY checkout_id DESC LIMIT 1) c
        ORDER BY c.checkout_id DESC LIMIT 1
        """
}
