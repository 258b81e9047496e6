import Balances
import Carts
import Checkouts
import Idempotency
import Merchants
import Postgres
import Vocabulary

extension PayByBalance {
    /// Pays without an explicit row lock, by one statement that covers the concurrent payments that
    /// wait for it (docs/decisions/0010): reads, decides, and stores if nothing has changed.
    ///
    /// - Returns: nil if this path does not apply: for several balances, a coupon, a total that is
    ///   not final, any refusal, or a concurrent change. The caller then pays under locks.
    package func together(
        on database: Database, claim: Claim?, keep: (AuthorizationAnswer) -> StoredAnswer
    ) async throws -> AuthorizationAnswer? {
        do {
            let rows = try await database.run(LookToStore(checkout: question.checkout))
            guard let row = rows.first else { return nil }
            var held = try HeldSheet(question, seen: row)
            guard let payment = try payment(&held, seen: row, claim, keep) else { return nil }
            let answer = AuthorizationAnswer(
                sheet: payment.sheet, attempt: nil, errors: [], isPaidByBalances: true)
            return try await database.run(payment).isEmpty ? nil : answer
        } catch is HeldSheet.NeedsLock {
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
        _ held: inout HeldSheet, seen row: Row, _ claim: Claim?,
        _ keep: (AuthorizationAnswer) -> StoredAnswer
    ) throws -> PaymentByBalance? {
        // A card attempt may have to be voided first.
        guard held.sheet.attempts == 0, held.sheet.tenders.count == 1,
            held.sheet.choice.coupon == nil,
            held.sheet.request.captureMethod == .automatic, !held.sheet.request.topsUp
        else { return nil }
        let before = held.sheet
        guard
            case .agreed(let price, let contacts, _) = try held.agree(
                shipping: shipping, billing: billing, version: version, hasCard: false),
            !price.isPending, held.sheet.version == before.version, price.total == before.total,
            let tender = held.sheet.tenders.first, tender.amount > 0
        else { return nil }
        held.isPaid(with: contacts)
        let now = question.now
        held.sheet.state = .captured
        held.sheet.captured += tender.amount
        held.sheet.events += 1
        let capture = Capture(
            id: Capture.ID(merchant: held.sheet.id.merchant, uuid: question.identify(now)),
            checkout: held.sheet.id, number: 1, state: .succeeded,
            amount: Money(minorUnits: tender.amount, currency: price.total.currency), card: 0,
            increment: 0, attempt: nil, holds: [HoldPart(hold: tender.hold, amount: tender.amount)],
            credits: [], items: nil, isLast: true, failure: nil, reference: nil, startedAt: now,
            leasedUntil: now, endedAt: now)
        let answer = AuthorizationAnswer(
            sheet: held.sheet, attempt: nil, errors: [], isPaidByBalances: true)
        return PaymentByBalance(
            sheet: held.sheet, seen: try row.get("seen"), tender: tender, capture: capture,
            entry: held.entry(.authorized), event: question.identify(now),
            balanceEvent: question.identify(now), claim: claim,
            kept: claim.map { _ in keep(answer) })
    }
}
