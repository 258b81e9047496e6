import Merchants
import Postgres
import Vocabulary

// An endpoint's failures, which deliveries record.
extension WebhookEndpoint {
    /// The endpoint answered: clears its earlier failures.
    static func recordSuccess(_ id: ID) -> Query {
        """
        UPDATE webhook_endpoints SET failing_since = NULL
        WHERE merchant_id = \(id.merchant) AND endpoint_id = \(id.uuid)
            AND failing_since IS NOT NULL
        """
    }

    static func recordFailure(_ id: ID, at moment: Instant) -> Query {
        """
        UPDATE webhook_endpoints SET failing_since = \(moment)
        WHERE merchant_id = \(id.merchant) AND endpoint_id = \(id.uuid)
            AND failing_since IS NULL AND disabled_at IS NULL
        """
    }

    /// Pauses deliveries to the endpoint until the time that its server requested.
    static func pause(_ id: ID, until moment: Instant) -> Query {
        """
        UPDATE webhook_endpoints SET retry_after = greatest(retry_after, \(moment))
        WHERE merchant_id = \(id.merchant) AND endpoint_id = \(id.uuid)
        """
    }
}
