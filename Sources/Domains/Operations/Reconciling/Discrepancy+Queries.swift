import Merchants
import Postgres
import Processors
import Vocabulary

extension Discrepancy {
    /// Stores a discrepancy, or records that it was seen again. `must_notify` is true if the
    /// merchant must be notified, which happens once until it is resolved.
    func upsert(as identifier: UUID128, at now: Instant) -> Query {
        """
        INSERT INTO discrepancies (merchant_id, discrepancy_id, processor, kind, key,
            reference, checkout_id, ours, theirs, made_at, found_at, seen_at, told_at)
        VALUES (\(merchant), \(identifier), \(processor), \(kind.rawValue), \(key.text),
            \(reference ?? ""), \(checkout?.uuid), \(oursText), \(theirsText), \(paymentAt), \(now),
            \(now), \(now))
        ON CONFLICT ON CONSTRAINT discrepancies_are_told_once DO UPDATE
            SET seen_at = greatest(discrepancies.seen_at, excluded.seen_at), resolved_at = NULL,
                told_at = CASE WHEN discrepancies.resolved_at IS NULL THEN discrepancies.told_at
                    ELSE excluded.told_at END,
                events = discrepancies.events + CASE WHEN discrepancies.resolved_at IS NULL THEN 0 ELSE 1 END
        RETURNING discrepancy_id, events, found_at,
            discrepancy_id = \(identifier) OR told_at = \(now) AS must_notify
        """
    }

    /// Resolves the discrepancies of a span that were not seen again since a moment.
    ///
    /// - Parameter moving: keys of payments that are changing, so that their discrepancies stay
    ///   open.
    static func resolve(
        of merchant: MerchantNumber, at processor: String, in span: ReconciliationSpan,
        notSeenSince began: Instant, but moving: [String], at now: Instant
    ) -> Query {
        """
        UPDATE discrepancies SET resolved_at = \(now)
        WHERE merchant_id = \(merchant) AND processor = \(processor)
            AND made_at >= \(span.from) AND made_at < \(span.until) AND seen_at < \(began)
            AND resolved_at IS NULL AND key <> ALL (\(moving))
        """
    }
}
