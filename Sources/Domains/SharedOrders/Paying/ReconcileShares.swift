import Checkouts
import Merchants
import Outbox
import Payments
import Postgres
import Processors
import Vocabulary

/// Brings shares up to date with their checkouts, whichever caller changed them: captures a round
/// once every share is authorized, and voids payments of abandoned rounds.
///
/// Each check derives the next step from the stored state, so a worker that dies halfway loses
/// nothing.
package struct ReconcileShares: Sendable {
    private let paymentContext: PaymentContext
    private let service: SharedOrderService

    package init(_ paymentContext: PaymentContext, _ service: SharedOrderService) {
        self.paymentContext = paymentContext
        self.service = service
    }

    package static let batch = 50
    /// The time for which one worker has a share to itself: longer than two calls to a processor
    /// may take.
    private static let leaseSeconds: Int64 = 60
    /// The delay before the next check while the bank decides.
    private static let authorizingSeconds: Int64 = 2
    /// The first check after a capture or a void follows at once. The delay before each later check
    /// is this time, doubled once for each check before it.
    private static let retrySeconds: Int64 = 10
    private static let retrySecondsMax: Int64 = 3_600

    /// - Returns: the number of shares that were due.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let lease = now.adding(seconds: Self.leaseSeconds)
        let due = try await service.database.run(
            ParticipantShare.claim(at: now, leasedUntil: lease, limit: Self.batch)
        ).map(ParticipantShare.init(row:))
        _ = try await paymentContext.each(due) { share in
            try await reconcile(share, until: lease, at: now)
            return true
        }
        return due.count
    }

    private func reconcile(_ share: ParticipantShare, until lease: Instant, at now: Instant)
        async throws
    {
        switch try await nextStep(share, until: lease, at: now) {
        case .done: return
        case .capture: try await capture(share, at: now)
        case .cancelOrVoid: try await cancelOrVoid(share, at: now)
        }
        // The call's result is not trusted: the operation may have failed or have an unknown
        // outcome, so the share is checked again.
        let seconds =
            share.tries == 0
            ? 0 : min(Self.retrySecondsMax, Self.retrySeconds << Int64(min(share.tries, 9)))
        try await service.database.run(
            share.postpone(until: now.adding(seconds: seconds), claimedUntil: lease))
    }

    private enum Next: Sendable {
        case done
        case capture
        case cancelOrVoid
    }

    /// Compares the share with its checkout under the order's lock, and writes every certain
    /// result.
    private func nextStep(_ share: ParticipantShare, until lease: Instant, at now: Instant)
        async throws -> Next
    {
        let wake = now.adding(seconds: Self.authorizingSeconds)
        return try await service.change(share.order, participants: [], at: now) {
            aggregate, transaction in
            let shares = try transaction.run(
                ParticipantShare.all(of: share.order, round: share.round)
            )
            .map(ParticipantShare.init(row:))
            guard var own = shares.first(where: { $0.number == share.number }),
                let checkout = own.checkoutID,
                let state = try FindOrder(checkout)(in: transaction)?.state
            else {
                return .done
            }
            let isCurrent = aggregate.order.round == own.round && aggregate.order.state == .locked
            switch (own.state, state) {
            case (.due, .authorized) where isCurrent, (.due, .captured) where isCurrent:
                own.state = .authorized
                try transaction.enqueue(own.store(due: nil, claimedUntil: lease))
                aggregate.touch()
                let others = shares.filter { $0.number != own.number && $0.state != .released }
                guard try others.allSatisfy({ try $0.isAuthorized(in: transaction) }) else {
                    return .done
                }
                try aggregate.pay(in: transaction)
            case (.authorized, .authorized), (.authorized, .captured):
                try transaction.enqueue(own.store(due: nil, claimedUntil: lease))
            case (.authorized, _) where isCurrent:
                // The merchant voided the authorization, or it expired: the share must be paid
                // again.
                own.state = .due
                own.checkout = nil
                try transaction.enqueue(own.store(due: nil, claimedUntil: lease))
                aggregate.touch()
            case (.releasing, .authorizing), (.due, .authorizing):
                try transaction.enqueue(own.store(due: wake, claimedUntil: lease))
            case (.releasing, .open), (.releasing, .authorized): return .cancelOrVoid
            case (.capturing, .authorized): return .capture
            case (.capturing, .captured), (.capturing, .refunded), (.releasing, .captured):
                own.state = .captured
                try transaction.enqueue(own.store(due: nil, claimedUntil: lease))
                aggregate.touch()
            case (.capturing, _), (.releasing, _):
                own.state = .released
                try transaction.enqueue(own.store(due: nil, claimedUntil: lease))
                aggregate.touch()
            case (.due, _), (.authorized, _), (.captured, _), (.released, _):
                try transaction.enqueue(own.store(due: nil, claimedUntil: lease))
            }
            return .done
        }.value
    }

    private func capture(_ share: ParticipantShare, at now: Instant) async throws {
        guard let checkout = share.checkoutID else { return }
        do {
            guard let (merchant, runner) = try await runner(share, at: now) else { return }
            let context = context(checkout, merchant, at: now)
            let begin = BeginCapture(
                context: context, requested: { _ in RequestedAmount() }, isFinal: true,
                isSharedOrderCapture: true, identifier: context.identifier(),
                lease: .seconds(Self.leaseSeconds), claim: nil)
            _ = try await RunOperation(begin, runner)(keep: { _ in nil })
        } catch PaymentRefusal.notAuthorized {
            // Another worker was faster; the next check sees its result.
        } catch PaymentRefusal.captureInFlight {
            // Another worker is capturing it.
        }
    }

    private func cancelOrVoid(_ share: ParticipantShare, at now: Instant) async throws {
        guard let checkout = share.checkoutID,
            let (merchant, runner) = try await runner(share, at: now)
        else { return }
        let context = context(checkout, merchant, at: now)
        do {
            let cancel = CancelCheckout(context: context, event: context.identifier())
            _ = try await service.database.transaction { try cancel(in: $0) }
        } catch CheckoutRefusal.authorizing {
            // The next check sees the result.
        } catch CheckoutRefusal.notOpen {
            let begin = BeginVoid(context: context, lease: .seconds(Self.leaseSeconds))
            do {
                try await VoidPayment(begin: begin, runner: runner)()
            } catch PaymentRefusal.notAuthorized {
                // The authorization is already void, or never existed.
            } catch PaymentRefusal.captureInFlight {
                // The merchant is capturing it.
            }
        }
    }

    private func runner(_ share: ParticipantShare, at now: Instant) async throws -> (
        Merchant, PaymentOperationRunner
    )? {
        guard let (merchant, processor) = try await paymentContext.merchant(share.order.merchant)
        else {
            return nil
        }
        let runner = PaymentOperationRunner(
            database: service.database, processor: processor, now: { now })
        return (merchant, runner)
    }

    private func context(
        _ checkout: CheckoutSession.ID, _ merchant: Merchant, at now: Instant
    ) -> CheckoutContext {
        paymentContext.context(checkout, of: merchant, requestID: "shared order", at: now)
    }
}

extension ParticipantShare {
    /// True if the share's authorization still exists: the merchant may have voided it since it was
    /// stored.
    fileprivate func isAuthorized(in transaction: Transaction) throws -> Bool {
        guard state == .authorized, let checkoutID else { return false }
        switch try FindOrder(checkoutID)(in: transaction)?.state {
        case .authorized, .captured: return true
        default: return false
        }
    }
}

extension SharedOrderAggregate {
    /// Marks the order as paid, once all shares are authorized. Workers then capture the shares,
    /// and the order can no longer be reopened or canceled.
    mutating func pay(in transaction: Transaction) throws {
        try transaction.enqueue(ParticipantShare.capture(order, at: now))
        order.state = .paid
        order.endedAt = now
        order.payBy = nil
        touch()
        if terms.passType != nil {
            try transaction.enqueue(SharedOrder.schedulePasses(order.id, at: now))
        }
        try transaction.enqueue(makeEvent(.sharedOrderPaid).insert)
    }
}
