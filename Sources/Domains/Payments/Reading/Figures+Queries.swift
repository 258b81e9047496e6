import Checkouts
import Merchants
import Postgres
import Vocabulary

extension Figures {
    /// Reads all figures at once: one row each, named by `figure`.
    ///
    /// Identifiers sort by time, so the primary keys find the rows of the span; an index of the
    /// timeline contains the entries with errors. Sums are limited to 64 bits. An unknown time zone
    /// is an error even if there is nothing to count.
    static func find(_ merchant: MerchantNumber, _ span: FigureSpan, at now: Instant) -> Query {
        let (first, last) = (UUID128.first(at: span.from), UUID128.first(at: span.to))
        let abandonedBefore = now.adding(seconds: -abandonedAfterSeconds)
        let step: Query = "date_trunc(\(span.step.rawValue), started_at, \(span.timeZone))"
        let most: Query = "least(sum(amount), 9223372036854775807)::bigint"
        let none: Query = "NULL::timestamptz"
        // A payment writes one of these entries, depending on its outcome.
        let payments: Query = "'authorize', 'authorized', 'declined', 'unknown'"
        return """
            WITH field_errors AS (
                SELECT t.checkout_id, split_part(e, ':', 2) AS field, bool_or(NOT EXISTS (
                    SELECT FROM timeline l WHERE l.merchant_id = t.merchant_id
                        AND l.checkout_id = t.checkout_id
                        AND (l.kind = t.kind OR t.kind IN (\(payments)) AND l.kind IN (\(payments)))
                        AND (l.version, l.entry_id) > (t.version, t.entry_id))) AS is_unresolved
                FROM timeline t CROSS JOIN LATERAL unnest(t.errors) AS e
                WHERE t.merchant_id = \(merchant) AND t.at >= \(span.from) AND t.at < \(span.to)
                    AND t.errors IS NOT NULL AND e LIKE '%:_%'
                GROUP BY 1, 2),
            abandoned AS (
                SELECT w.checkout_id, w.field, w.is_unresolved AND (
                    c.state IN ('expired', 'canceled', 'failed') OR c.state = 'open'
                    AND (c.expires_at <= \(now) OR c.changed_at <= \(abandonedBefore))) AS is_abandoned
                FROM field_errors w JOIN checkouts c
                    ON c.merchant_id = \(merchant) AND c.checkout_id = w.checkout_id),
            decided AS (
                SELECT started_at, decline FROM attempts
                WHERE merchant_id = \(merchant) AND attempt_id >= \(first) AND attempt_id < \(last)
                    AND (state IN ('authorized', 'voiding', 'voided') OR decline IS NOT NULL))
            SELECT 'captured' AS figure, currency AS name, \(step) AS at, count(*) AS count,
                \(most) AS amount
            FROM captures WHERE merchant_id = \(merchant) AND capture_id >= \(first)
                AND capture_id < \(last) AND state = 'succeeded' AND amount > 0
            GROUP BY 2, 3
            UNION ALL SELECT 'refunded', currency, \(step), count(*), \(most)
            FROM refunds WHERE merchant_id = \(merchant) AND refund_id >= \(first)
                AND refund_id < \(last) AND state IN ('pending', 'succeeded')
            GROUP BY 2, 3
            UNION ALL SELECT CASE WHEN decline IS NULL THEN 'approved' ELSE 'declined' END, NULL,
                \(step), count(*), 0 FROM decided GROUP BY 1, 3
            UNION ALL SELECT 'decline', decline, \(none), count(*), 0
            FROM decided WHERE decline IS NOT NULL GROUP BY 2
            UNION ALL SELECT 'opened', NULL,
                date_trunc(\(span.step.rawValue), \(span.from), \(span.timeZone)), count(*),
                count(*) FILTER (WHERE state IN ('authorized', 'captured', 'refunded'))
            FROM checkouts WHERE merchant_id = \(merchant) AND checkout_id >= \(first)
                AND checkout_id < \(last)
            UNION ALL SELECT 'wrong', field, \(none), count(*), count(*) FILTER (WHERE is_abandoned)
            FROM abandoned GROUP BY 2
            UNION ALL SELECT 'lost', NULL, \(none), count(DISTINCT checkout_id), 0
            FROM abandoned WHERE is_abandoned
            ORDER BY 1, 3, 2
            """
    }

    init(rows: [Row]) throws {
        for row in rows { try add(row) }
        declines.sort { ($1.count, $0.code) < ($0.count, $1.code) }
        fieldErrors.sort { ($1.lost, $1.checkouts, $0.field) < ($0.lost, $0.checkouts, $1.field) }
        volumes.sort { ($0.currency.code, $0.at) < ($1.currency.code, $1.at) }
        attemptCounts.sort { $0.at < $1.at }
    }

    private mutating func add(_ row: Row) throws {
        let figure: String = try row.get("figure")
        let count: Int64 = try row.get("count")
        switch figure {
        case "captured", "refunded":
            let place = try volume(row)
            if figure == "captured" {
                volumes[place].captures = count
                volumes[place].captured = try row.get("amount")
            } else {
                volumes[place].refunds = count
                volumes[place].refunded = try row.get("amount")
            }
        case "approved", "declined":
            let at: Instant = try row.get("at")
            let place =
                attemptCounts.firstIndex { $0.at == at }
                ?? {
                    attemptCounts.append(AttemptCounts(at: at))
                    return attemptCounts.count - 1
                }()
            if figure == "approved" { attemptCounts[place].approved = count }
            if figure == "declined" { attemptCounts[place].declined = count }
        case "decline":
            let code: String = try row.get("name")
            add(Decline(code: code)?.publicCode ?? code, count)
        case "opened":
            opened = count
            paid = try row.get("amount")
        case "lost": lostAtField = count
        case "wrong":
            fieldErrors.append(
                FieldErrors(
                    field: try row.get("name"), checkouts: count, lost: try row.get("amount")))
        default: throw StoredValueError(column: "figure")
        }
    }

    /// Several stored codes have one public code: an address mismatch on any field.
    private mutating func add(_ code: String, _ count: Int64) {
        if let place = declines.firstIndex(where: { $0.code == code }) {
            declines[place].count += count
        } else {
            declines.append(Declines(code: code, count: count))
        }
    }

    /// The index of the row's step and currency; adds a volume if it is missing.
    private mutating func volume(_ row: Row) throws -> Int {
        let code: String = try row.get("name")
        let at: Instant = try row.get("at")
        guard let currency = Currency(code) else { throw StoredValueError(column: "name") }
        if let place = volumes.firstIndex(where: { $0.at == at && $0.currency == currency }) {
            return place
        }
        volumes.append(Volume(at: at, currency: currency))
        return volumes.count - 1
    }
}
