import Balances
import Checkouts
import Idempotency
import Merchants
import Postgres
import Processors
import Vocabulary

/// Charges a saved card for a checkout while its buyer is absent, in the three phases of any
/// payment: the server may die at any point. A repeat of the same try has the same outcome.
package struct ChargeSavedCard: Sendable {
    private let paymentContext: PaymentContext
    private let deadlines: Deadlines
    /// The time that the processor may take.
    private let limit: Duration

    package init(_ paymentContext: PaymentContext, deadlines: Deadlines, limit: Duration) {
        self.paymentContext = paymentContext
        self.deadlines = deadlines
        self.limit = limit
    }

    /// - Parameter number: identifies the try.
    package func callAsFunction(
        _ checkout: CheckoutSession.ID, with card: SavedCard, as later: MerchantInitiatedKind,
        try number: String,
        at now: @escaping @Sendable () -> Instant
    ) async throws -> Outcome {
        let payment = card.payment(later, try: number)
        do {
            let outcome = try await paymentContext.retryingOnSettingsChange(of: checkout.merchant) {
                merchant, processor in
                try await charge(checkout, payment, merchant, processor, now)
            }
            return outcome ?? .notCharged
        } catch is SavedCardUnlinked {
            return .refused(.bank(.unlinked))
        } catch CheckoutRefusal.settingsChanged {
            return .notCharged
        } catch CheckoutRefusal.authorizing(let secondsLeft) {
            return .checking(seconds: secondsLeft)
        } catch CheckoutRefusal.notOpen(let state) {
            return state.isPaid ? .paidOtherwise : .gone
        }
    }

    /// Authorizes the payment at the version that the last sheet update returned. If the checkout
    /// has a newer version, or a balance has less money than its part, authorizes again at the
    /// current version, in at most `roundsMax` rounds.
    private func charge(
        _ checkout: CheckoutSession.ID, _ payment: Payment, _ merchant: Merchant,
        _ processor: Processor, _ now: @escaping @Sendable () -> Instant
    ) async throws -> Outcome {
        var version: Int?
        for _ in 0..<Self.roundsMax {
            do {
                let authorize = authorize(checkout, payment, version, merchant, processor, now)
                let answer = try await authorize(on: paymentContext.database) { _ in
                    StoredAnswer(status: 200, body: [])
                }
                guard answer.balance != nil else { return Outcome(answer) }
                // A balance that the buyer attached in an abandoned sheet has less money now, so
                // the card pays the difference.
                let reallocate = ReallocateTenders(
                    context: paymentContext.context(
                        checkout, of: merchant, requestID: PaymentContext.worker, at: now()))
                version = try await paymentContext.database.transaction { try reallocate(in: $0) }
                    .session.version
            } catch CheckoutRefusal.staleVersion(_, let current) {
                // The checkout changed after the last sheet update, for example when a balance was
                // attached. No buyer has to see the new version first, so the next round uses it.
                version = current
            }
        }
        return .notCharged
    }

    /// One round for the charge itself, one after a balance was attached, one after a balance had
    /// less money, and one more if another charge debits that balance during the third.
    private static let roundsMax = 4

    /// Lets a stored balance pay first, if it has money.
    package func attach(_ balance: Balance.ID, to checkout: CheckoutSession.ID, at now: Instant)
        async throws
    {
        do {
            _ = try await paymentContext.retryingOnSettingsChange(of: checkout.merchant) {
                merchant, _ in
                let context = paymentContext.context(
                    checkout, of: merchant, requestID: PaymentContext.worker, at: now)
                try await paymentContext.database.transaction {
                    try AttachBalance.payFirst(balance, context, in: $0)
                }
            }
        } catch is CheckoutRefusal {
            // The checkout is being paid or is closed. The charge that follows reports it.
        }
    }

    private func authorize(
        _ checkout: CheckoutSession.ID, _ payment: Payment, _ version: Int?, _ merchant: Merchant,
        _ processor: Processor, _ now: @escaping @Sendable () -> Instant
    ) -> Authorize {
        let context = paymentContext.context(
            checkout, of: merchant, requestID: PaymentContext.worker, at: now())
        return Authorize(
            begin: BeginAuthorization(
                context: context, payment: payment, version: version, processor: processor.name,
                attempt: context.identifier(), admission: .unlimited,
                lease: BeginAuthorization.lease(beyond: limit),
                claim: nil), processor: processor, limit: limit, deadlines: deadlines, now: now)
    }
}

extension Admission {
    /// Saved cards have no limit, because they cannot be used to test stolen cards.
    static let unlimited = Admission(
        admit: {}, reserve: { Reservation(keep: {}, release: {}) })
}
