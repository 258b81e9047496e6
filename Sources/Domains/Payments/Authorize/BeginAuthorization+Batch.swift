import Balances
import Carts
import Checkouts
import Contacts
import Idempotency
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

// Pays without an explicit row lock: one statement stores the payment before the processor is
// asked, and one its outcome. Payments that wait at the same moment are stored with the same
// statement (docs/decisions/0011).

extension BeginAuthorization {
    /// A payment that started on this path, until its processor answers.
    struct StartedAuthorization {
        let request: AuthorizationRequest
        let loaded: LoadedCheckout
        let attempt: Attempt
        /// The transaction that wrote the checkout's row; a later change has another one.
        let rowVersion: String
        /// The full addresses that price the checkout once it is paid.
        let places: Places
    }

    /// Reads the checkout without a lock, decides, and stores the payment if nothing has changed.
    ///
    /// - Returns: nil if this path does not apply: for balances, a top-up, a coupon, a card to
    ///   save, a replay, a second attempt, a changed price, any refusal but a `PricingRefusal`,
    ///   which it throws, or a concurrent change. The caller then starts the payment under locks.
    func runWithoutRowLock(on database: Database) async throws -> StartedAuthorization? {
        guard !isReplay else { return nil }
        let rows = try await database.run(OptimisticCheckoutRead(checkout: context.checkout))
        // Too many attempts are refused under locks, where it is known whether this one is new.
        guard let row = rows.first, let (payment, started) = try decide(snapshot: row),
            let reservation = admission.reserve()
        else { return nil }
        // Concurrent taps of one payment reserve one slot each; all but one release theirs.
        var hasStarted = false
        defer { hasStarted ? reservation.keep() : reservation.release() }
        do {
            guard let row = try await database.run(payment).first else { return nil }
            hasStarted = true
            return try started(row.get("new_row_version"))
        } catch let error as PostgresError where error.constraintName != nil {
            // A concurrent call used its key, or another attempt has started.
            return nil
        }
    }

    /// Returns the rows to write if the buyer agreed to the shown price, and the payment that then
    /// starts.
    func decide(
        snapshot row: Row
    ) throws -> (
        payment: StartedPaymentWrite, started: (_ rowVersion: String) -> StartedAuthorization
    )? {
        do {
            var loaded = try LoadedCheckout(context, snapshot: row)
            let before = loaded.session
            let expectation = TokenExpectation(before)
            guard before.attempts == 0, before.tenders.isEmpty, before.choice.coupon == nil,
                !before.request.topsUp, !mustSaveCard(before),
                case .passed(let price, let contacts, let agreed) = try loaded.checkAuthorization(
                    shipping: payment.shipping, billing: payment.billing, version: version),
                loaded.session.version == before.version, price.total == before.total
            else { return nil }
            try payment.requireMet(expectation, at: context.now)
            try loaded.requireClientVersion(price.total)
            try requireWithinMaximum(price, loaded.session)
            let attempt = start(&loaded, price, contacts, version: agreed)
            let request = request(
                loaded.session, attempt, captureNow: captureNow(loaded.session, price),
                CheckoutContacts(contacts))
            return (
                StartedPaymentWrite(
                    session: loaded.session, rowVersion: try row.get("row_version"),
                    attempt: NewAttempt(attempt), ledger: LedgerRows(), coupon: nil,
                    claim: claim,
                    savedCard: payment.savedCard),
                { [loaded] rowVersion in
                    StartedAuthorization(
                        request: request, loaded: loaded, attempt: attempt, rowVersion: rowVersion,
                        places: loaded.places(of: contacts))
                }
            )
        } catch is LoadedCheckout.NeedsLock {
            return nil
        } catch is CheckoutRefusal {
            return nil
        }
    }
}
