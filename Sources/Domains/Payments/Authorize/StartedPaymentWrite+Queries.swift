import Checkouts
import Idempotency
import Merchants
import Postgres
import Vocabulary

extension StartedPaymentWrite: BatchStatement {
    var groupCommit: GroupCommit { .locking(session.id.uuid.low) }

    /// Each returned row has the new_row_version that shows a later change of the checkout's row.
    /// The statement skips a payment whose key or token was already used, so that the others do not
    /// fail; a key or token that is used concurrently violates a constraint of its table. A saved
    /// card's row is locked, so that no charge starts after its token was revoked.
    ///
    /// Its conditions are no EXISTS: below an OR, Postgres may read the whole table for one.
    static func statement(for payments: [StartedPaymentWrite]) -> Query {
        let areCardsSaved = payments.contains { $0.savedCard != nil }
        let isChargeable: Query =
            areCardsSaved
            ? "AND (s.card IS NULL OR s.caller IN (SELECT caller FROM chargeable))" : ""
        var all = PaymentStatement(
            changing: payments.map(\.session), of: read(payments),
            where: """
                (s.row_version IS NULL OR t.xmin = s.row_version::xid
                    \(isChargeable)
                    AND (SELECT true FROM idempotency_keys k WHERE k.merchant_id = t.merchant_id
                        AND k.scope = s.scope AND k.key = s.key) IS NULL
                    AND (SELECT true FROM attempts a WHERE a.token = s.token) IS NULL)
                """)
        if areCardsSaved {
            all.prepend(
                """
                chargeable AS (
                    SELECT s.caller FROM \(read(payments)) s
                    JOIN kept_cards k ON k.merchant_id = s.merchant AND k.card_id = s.card
                    WHERE k.unlinked_at IS NULL FOR SHARE OF k)
                """)
        }
        all.add("claimed", Claim.stored.insert(_:of:), payments.map { $0.claim.map { [$0] } ?? [] })
        all.add("started", NewAttempt.stored.insert(_:of:), payments.map { [$0.attempt] })
        return all.query
    }

    /// The values that the condition compares.
    private static func read(_ payments: [StartedPaymentWrite]) -> Query {
        """
        (SELECT * FROM unnest(\(Array(payments.indices))::bigint[],
            \(payments.map(\.session.id.merchant))::bigint[], \(payments.map(\.rowVersion))::text[],
            \(payments.map { $0.savedCard?.uuid })::uuid[],
            \(payments.map { $0.claim?.scope })::text[], \(payments.map { $0.claim?.key })::text[],
            \(payments.map { $0.attempt.attempt.token.map(RawBytes.init) })::bytea[])
            AS v (caller, merchant, row_version, card, scope, key, token))
        """
    }
}
