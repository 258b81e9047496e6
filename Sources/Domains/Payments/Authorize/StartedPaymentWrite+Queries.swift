import Checkouts
import Idempotency
import Merchants
import Postgres
import Vocabulary

extension StartedPaymentWrite: BatchStatement {
    var groupCommit: GroupCommit { .locking(session.id.uuid.low) }

    private static let checkout = CheckoutSession.payment.part(
        of: StartedPaymentWrite.self, { $0.session },
        conditions: [
            TableColumn("row_version") { $0.rowVersion },
            TableColumn("card") { $0.savedCard?.uuid },
            TableColumn("scope") { $0.claim?.scope }, TableColumn("key") { $0.claim?.key },
            TableColumn("token") { $0.attempt.attempt.token.map(RawBytes.init) },
        ])

    /// Each returned row has the new_row_version that shows a later change of the checkout's row.
    ///
    /// The payments of a statement were all decided without a lock, or there is one under a lock.
    /// Without a lock the statement skips a payment whose key or token was already used, so that
    /// the others do not fail; a key or token that is used concurrently violates a constraint of
    /// its table.
    static func statement(for payments: [StartedPaymentWrite]) -> Query {
        let cards = payments.filter { $0.savedCard != nil }
        var all = PaymentStatement(
            changing: checkout, of: payments,
            where: payments.contains { $0.rowVersion != nil }
                ? """
                t.xmin = g.row_version::xid \(cards.isEmpty ? "" : isChargeable)
                AND NOT EXISTS (
                    SELECT FROM idempotency_keys k WHERE k.merchant_id = g.merchant_id
                        AND k.scope = g.scope AND k.key = g.key)
                AND NOT EXISTS (SELECT FROM attempts a WHERE a.token = g.token)
                """ : "true")
        if !cards.isEmpty { all.prepend(chargeable(cards)) }
        all.insert("claimed", NewClaim.stored, payments.map { $0.claim.map { NewClaim($0) }.list })
        all.insert("started", NewAttempt.stored, payments.map { [$0.attempt] })
        all.add(payments.map(\.ledger), events: payments.map { _ in [] })
        all.update("reserved", Coupon.redeemed, payments.map { $0.coupon.list })
        return all.query
    }

    private static let isChargeable: Query = """
        AND (g.card IS NULL OR (g.merchant_id, g.card) IN (
            SELECT merchant_id, card_id FROM chargeable))
        """

    /// Locks the rows of the saved cards, so that no charge starts after a token was revoked.
    private static func chargeable(_ payments: [StartedPaymentWrite]) -> Query {
        """
        chargeable AS (
            SELECT k.merchant_id, k.card_id
            FROM unnest(\(payments.map(\.session.id.merchant))::bigint[],
                \(payments.map { $0.savedCard?.uuid })::uuid[]) AS c (merchant, card)
            JOIN kept_cards k ON k.merchant_id = c.merchant AND k.card_id = c.card
            WHERE k.unlinked_at IS NULL FOR SHARE OF k)
        """
    }
}
