import Balances
import Carts
import Checkouts
import Idempotency
import Merchants
import Postgres
import Vocabulary

extension PayByBalance {
    /// Pays without an explicit row lock (docs/decisions/0010): reads the checkout, decides, and
    /// stores everything if nothing has changed. Payments that wait at the same moment are stored
    /// with one statement.
    ///
    /// - Returns: nil if this path does not apply: for several balances, a top-up, a coupon, manual
    ///   capture, an earlier attempt by card, a total that is not final, a changed price, any
    ///   refusal but a `PricingRefusal`, which it throws, or a concurrent change. The caller then
    ///   pays under locks.
    package func runWithoutRowLock(
        on database: Database, claim: Claim?, keep: (AuthorizationAnswer) -> StoredAnswer
    ) async throws -> AuthorizationAnswer? {
        do {
            let rows = try await database.run(OptimisticCheckoutRead(checkout: context.checkout))
            guard let row = rows.first else { return nil }
            var loaded = try LoadedCheckout(context, snapshot: row)
            guard let payment = try payment(&loaded, snapshot: row, claim, keep) else { return nil }
            let answer = AuthorizationAnswer(
                session: payment.session, attempt: nil, errors: [], isPaidByBalances: true)
            return try await database.run(payment).isEmpty ? nil : answer
        } catch is LoadedCheckout.NeedsLock {
            return nil
        } catch is CheckoutRefusal {
            return nil
        } catch let error as PostgresError where error.constraintName != nil {
            // Its hold has ended, or a concurrent call used its key.
            return nil
        }
    }

    /// Returns the rows to write; nil if this path does not apply.
    func payment(
        _ loaded: inout LoadedCheckout, snapshot row: Row, _ claim: Claim?,
        _ keep: (AuthorizationAnswer) -> StoredAnswer
    ) throws -> BalancePaymentWrite? {
        // A card attempt may have to be voided first.
        guard loaded.session.attempts == 0, loaded.session.tenders.count == 1,
            loaded.session.choice.coupon == nil,
            loaded.session.request.captureMethod == .automatic, !loaded.session.request.topsUp
        else { return nil }
        let before = loaded.session
        guard
            case .passed(let price, let contacts, _) = try loaded.checkAuthorization(
                shipping: shipping, billing: billing, version: version, hasCard: false),
            !price.isPending, loaded.session.version == before.version, price.total == before.total,
            let tender = loaded.session.tenders.first, tender.amount > 0
        else { return nil }
        loaded.markPaid(with: contacts)
        let now = context.now
        loaded.session.state = .captured
        loaded.session.captured += tender.amount
        loaded.session.events += 1
        let capture = Capture(
            id: Capture.ID(merchant: loaded.session.id.merchant, uuid: context.identifier()),
            checkout: loaded.session.id, number: 1, state: .succeeded,
            amount: Money(minorUnits: tender.amount, currency: price.total.currency), card: 0,
            increment: 0, attempt: nil, holds: [HoldPart(hold: tender.hold, amount: tender.amount)],
            credits: [], items: nil, isLast: true, failure: nil, reference: nil, startedAt: now,
            leasedUntil: now, endedAt: now)
        let answer = AuthorizationAnswer(
            session: loaded.session, attempt: nil, errors: [], isPaidByBalances: true)
        return BalancePaymentWrite(
            session: loaded.session, rowVersion: try row.get("row_version"), tender: tender,
            capture: capture, entry: loaded.entry(.authorized), event: context.identifier(),
            balanceEvent: context.identifier(), claim: claim,
            storedAnswer: claim.map { _ in keep(answer) })
    }
}
