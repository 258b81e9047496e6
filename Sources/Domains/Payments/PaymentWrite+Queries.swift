import Balances
import Checkouts
import Idempotency
import Merchants
import Outbox
import Postgres
import Vocabulary

extension PaymentWrite: BatchStatement {
    var groupCommit: GroupCommit { .locking(session.id.uuid.low) }

    /// Queues the rows of a step that was decided under locks.
    func store(in transaction: Transaction) throws {
        try transaction.enqueue(PaymentWrite.statement(for: [self]))
    }

    private static let checkout = checkout(and: [])
    private static let checkoutAndRequest = checkout(
        and: CheckoutSession.requestColumns.map { $0.part(of: PaymentWrite.self) { $0.session } })
    private static let checkoutAndCoupon = checkout(
        and: CheckoutSession.couponColumns.map { $0.part(of: PaymentWrite.self) { $0.session } })
    private static let checkoutAndCouponBuyer = checkout(
        and: [TableColumn("coupon_buyer") { $0.couponBuyer.map(RawBytes.init) }])

    private static func checkout(and more: [TableColumn<PaymentWrite>]) -> TableColumns<
        PaymentWrite
    > {
        CheckoutSession.payment.part(
            of: PaymentWrite.self, { $0.session }, and: more,
            conditions: [
                TableColumn("row_version") { $0.rowVersion },
                TableColumn("attempt_id") { $0.attempt?.id.uuid },
            ])
    }

    private static func columns(of writes: [PaymentWrite]) -> TableColumns<PaymentWrite> {
        let rare = writes.compactMap(\.rareChange)
        assert(rare.isEmpty || writes.count == 1, "a rare change is written alone")
        return switch rare.first {
        case nil: checkout
        case .request: checkoutAndRequest
        case .coupon: checkoutAndCoupon
        case .couponBuyer: checkoutAndCouponBuyer
        }
    }

    private var couponBuyer: [UInt8]? {
        guard case .couponBuyer(let buyer) = rareChange else { return nil }
        return buyer
    }

    /// A step that was decided without a lock is written only if neither the checkout's row has
    /// changed nor its attempt has ended since. The steps of a statement are all of one kind.
    static func statement(for writes: [PaymentWrite]) -> Query {
        var all = PaymentStatement(
            changing: columns(of: writes), of: writes,
            where: writes.contains { $0.rowVersion != nil }
                ? """
                t.xmin = g.row_version::xid AND NOT EXISTS (
                    SELECT FROM attempts a WHERE a.merchant_id = g.merchant_id
                        AND a.attempt_id = g.attempt_id AND a.ended_at IS NOT NULL)
                """ : "true")
        all.update(
            "attempts_after", Attempt.changed,
            writes.map { $0.releasesToken ? [] : $0.attempt.list })
        all.update(
            "attempts_released", Attempt.changedReleasingToken,
            writes.map { $0.releasesToken ? $0.attempt.list : [] })
        all.insert("new_captures", Capture.stored, writes.map(\.newCaptures))
        all.update("ended_captures", Capture.changed, writes.map(\.endedCaptures))
        all.insert("new_refunds", Refund.stored, writes.map(\.newRefunds))
        all.update("ended_refunds", Refund.changed, writes.map(\.endedRefunds))
        all.update("coupons_after", Coupon.redeemed, writes.map { $0.coupon.list })
        all.add(writes.map(\.ledger), events: writes.map(\.events))
        all.insert("saved", SavedCard.stored, writes.map { $0.savedCard.list })
        all.insert("logged", TimelineEntry.stored, writes.map(\.entries))
        all.insert("claimed", NewClaim.stored, writes.map { $0.claim.list })
        all.update("answered", ClaimAnswer.stored, writes.map { $0.answer.list })
        return all.query
    }
}

extension Optional {
    /// The value as a list.
    var list: [Wrapped] { map { [$0] } ?? [] }
}
