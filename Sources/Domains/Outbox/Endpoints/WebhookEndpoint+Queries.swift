import Merchants
import Postgres
import Vocabulary

extension WebhookEndpoint {
    /// The columns of an endpoint joined as `e`, with names that differ from those of other tables.
    package static let columns: Query = """
        e.merchant_id, e.endpoint_id AS endpoint, e.url AS endpoint_url,
        e.event_types AS endpoint_event_types, e.description AS endpoint_description,
        e.data_key AS endpoint_data_key, e.secret AS endpoint_secret,
        e.secret_before AS endpoint_secret_before,
        e.secret_before_until AS endpoint_secret_before_until,
        e.disabled_at AS endpoint_disabled_at, e.disabled_because AS endpoint_disabled_because,
        e.failing_since AS endpoint_failing_since, e.retry_after AS endpoint_retry_after,
        e.events AS endpoint_events,
        e.created_at AS endpoint_created_at, e.changed_at AS endpoint_changed_at,
        e.deleted_at AS endpoint_deleted_at
        """

    package static func insert(_ endpoint: WebhookEndpoint) -> Query {
        """
        INSERT INTO webhook_endpoints (merchant_id, endpoint_id, url, event_types, description,
            data_key, secret, created_at, changed_at)
        VALUES (\(endpoint.id.merchant), \(endpoint.id.uuid), \(endpoint.url),
            \(endpoint.eventTypes?.map(\.rawValue)), \(endpoint.description),
            \(endpoint.secrets.dataKey), \(endpoint.secrets.current), \(endpoint.createdAt),
            \(endpoint.changedAt))
        """
    }

    /// Reads an endpoint without a lock, unless it was deleted.
    package static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM webhook_endpoints e
        WHERE e.merchant_id = \(id.merchant) AND e.endpoint_id = \(id.uuid)
            AND e.deleted_at IS NULL
        """
    }

    /// Locks an endpoint against changes; other transactions may still insert rows that refer to
    /// it.
    package static func lock(_ id: ID) -> Query { "\(find(id)) FOR NO KEY UPDATE" }

    /// Locks a merchant against a second new endpoint; rows that refer to it may still be inserted.
    static func lockMerchant(_ merchant: MerchantNumber) -> Query {
        "SELECT true FROM merchants WHERE merchant_id = \(merchant) FOR NO KEY UPDATE"
    }

    static func count(of merchant: MerchantNumber) -> Query {
        """
        SELECT count(*) AS count FROM webhook_endpoints
        WHERE merchant_id = \(merchant) AND deleted_at IS NULL
        """
    }

    /// The endpoint that was created last, deleted or not. `VerifyMasterKeys` decrypts its secret
    /// to check the master keys.
    ///
    /// All merchants: they share the master keys. The query looks up one primary key for each
    /// merchant.
    package static let newest: Query = """
        SELECT \(columns) FROM merchants m
        CROSS JOIN LATERAL (
            SELECT * FROM webhook_endpoints
            WHERE merchant_id = m.merchant_id ORDER BY endpoint_id DESC LIMIT 1) e
        ORDER BY e.endpoint_id DESC LIMIT 1
        """

    /// Stores all changeable fields of a locked endpoint. With a new URL, or when it is enabled
    /// again, the endpoint no longer waits for the `Retry-After` of its old server.
    package var store: Query {
        """
        UPDATE webhook_endpoints SET url = \(url), event_types = \(eventTypes?.map(\.rawValue)),
            description = \(description), secret = \(secrets.current),
            secret_before = \(secrets.before), secret_before_until = \(secrets.beforeUntil),
            disabled_at = \(disabledAt), disabled_because = \(disabledBecause?.rawValue),
            failing_since = \(failingSince),
            retry_after = CASE WHEN url = \(url)
                AND disabled_at IS NOT DISTINCT FROM \(disabledAt) THEN retry_after END,
            events = \(Int64(events)),
            changed_at = \(changedAt), deleted_at = \(deletedAt)
        WHERE merchant_id = \(id.merchant) AND endpoint_id = \(id.uuid)
        """
    }

    package init(row: Row) throws {
        let types: [String]? = try row.get("endpoint_event_types")
        let because: String? = try row.get("endpoint_disabled_because")
        self.init(
            id: ID(merchant: try row.get("merchant_id"), uuid: try row.get("endpoint")),
            url: try row.get("endpoint_url"),
            // A later version may have stored types that this version does not know.
            eventTypes: types?.compactMap(Event.Kind.init(rawValue:)),
            description: try row.get("endpoint_description"),
            secrets: EndpointSecrets(
                dataKey: try row.get("endpoint_data_key"),
                current: try row.get("endpoint_secret"),
                before: try row.get("endpoint_secret_before"),
                beforeUntil: try row.get("endpoint_secret_before_until")),
            disabledAt: try row.get("endpoint_disabled_at"),
            disabledBecause: try because.map {
                guard let reason = DisabledBecause(rawValue: $0) else {
                    throw StoredValueError(column: "disabled_because")
                }
                return reason
            },
            failingSince: try row.get("endpoint_failing_since"),
            pausedUntil: try row.get("endpoint_retry_after"),
            events: try row.get("endpoint_events"),
            createdAt: try row.get("endpoint_created_at"),
            changedAt: try row.get("endpoint_changed_at"),
            deletedAt: try row.get("endpoint_deleted_at"))
    }
}

extension WebhookEndpoint: PlainListable {
    /// The endpoints of a merchant, newest first, without deleted ones.
    package static func page(_ list: ListPage<WebhookEndpoint>) -> Query {
        """
        SELECT \(columns) FROM webhook_endpoints e
        WHERE e.merchant_id = \(list.parent) AND e.endpoint_id < \(list.after?.uuid ?? .last)
            AND e.deleted_at IS NULL
        ORDER BY e.endpoint_id DESC LIMIT \(Int64(list.limit))
        """
    }
}
