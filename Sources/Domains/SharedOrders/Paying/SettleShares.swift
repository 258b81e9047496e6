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
package struct SettleShares: Sendable {
    private let caretaker: Caretaker
    private let desk: SharedOrderDesk

    package init(_ caretaker: Caretaker, _ desk: SharedOrderDesk) {
        self.caretaker = caretaker
        self.desk = desk
    }

    package static let batch = 50
    /// How long one worker has a share to itself: longer than two calls to a processor may take.
    private static let leaseSeconds: Int64 = 60
    /// The next check while the bank decides.
    private static let authorizingSeconds: Int64 = 2
    /// The delay before another capture after a failure; it doubles each time.
    private static let retrySeconds: Int64 = 10
    private static let retrySecondsMax: Int64 = 3_600

    /// - Returns: the number of shares that were due.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let lease = now.adding(seconds: Self.leaseSeconds)
        let due = try await desk.database.run(
            Share.claim(at: now, leasedUntil: lease, limit: Self.batch)
        ).map(Share.init(row:))
        _ = try await caretaker.each(due) { share in
            try await settle(share, until: lease, at: now)
            return true
        }
        return due.count
    }

    private func settle(_ share: Share, until lease: Instant, at now: Instant) async throws {
        switch try await look(share, until: lease, at: now) {
        case .done: return
        case .take: try await take(share, at: now)
        case .giveBack: try await giveBack(share, at: now)
        }
        // The call's result is not trusted: the operation may have failed or have an unknown
        // outcome, so the share is checked again.
        let seconds =
            share.tries == 0
            ? 0 : min(Self.retrySecondsMax, Self.retrySeconds << Int64(min(share.tries, 9)))
        try await desk.database.run(
            share.putOff(until: now.adding(seconds: seconds), claimedUntil: lease))
    }

    private enum Next: Sendable {
        case done
        case take
        case giveBack
    }

    /// Compares the share with its checkout under the order's lock, and writes every certain
    /// result.
    private func look(
        _ share: Share, until lease: Instant, at now: Instant
    ) async throws -> Next {
        let identify = desk.identify
        let wake = now.adding(seconds: Self.authorizingSeconds)
        return try await desk.change(share.order, participants: [], at: now) {
            held, transaction in
            let shares = try transaction.run(Share.all(of: share.order, round: share.round))
                .map(Share.init(row:))
            guard var own = shares.first(where: { $0.number == share.number }),
                let checkout = own.checkoutID,
                let state = try FindOrder(checkout)(in: transaction)?.state
            else {
                return .done
            }
            let isCurrent = held.order.round == own.round && held.order.state == .locked
            switch (own.state, state) {
            case (.due, .authorized) where isCurrent, (.due, .captured) where isCurrent:
                own.state = .authorized
                try transaction.later(own.store(due: nil, claimedUntil: lease))
                held.touch()
                let others = shares.filter { $0.number != own.number && $0.state != .letGo }
                guard try others.allSatisfy({ try $0.isHeld(in: transaction) }) else {
                    return .done
                }
                try held.pay(identify, in: transaction)
            case (.authorized, .authorized), (.authorized, .captured):
                try transaction.later(own.store(due: nil, claimedUntil: lease))
            case (.authorized, _) where isCurrent:
                // The merchant voided the authorization, or it expired: the share must be paid
                // again.
                own.state = .due
                own.checkout = nil
                try transaction.later(own.store(due: nil, claimedUntil: lease))
                held.touch()
            case (.lettingGo, .authorizing), (.due, .authorizing):
                try transaction.later(own.store(due: wake, claimedUntil: lease))
            case (.lettingGo, .open), (.lettingGo, .authorized): return .giveBack
            case (.taking, .authorized): return .take
            case (.taking, .captured), (.taking, .refunded), (.lettingGo, .captured):
                own.state = .captured
                try transaction.later(own.store(due: nil, claimedUntil: lease))
                held.touch()
            case (.taking, _), (.lettingGo, _):
                own.state = .letGo
                try transaction.later(own.store(due: nil, claimedUntil: lease))
                held.touch()
            case (.due, _), (.authorized, _), (.captured, _), (.letGo, _):
                try transaction.later(own.store(due: nil, claimedUntil: lease))
            }
            return .done
        }.value
    }

    private func take(_ share: Share, at now: Instant) async throws {
        guard let checkout = share.checkoutID else { return }
        do {
            guard let (merchant, settling) = try await settling(share, at: now) else { return }
            let begin = BeginCapture(
                question: question(checkout, merchant, at: now), wanted: { _ in Wanted() },
                isFinal: true, isTogether: true, identifier: desk.identify(now),
                lease: .seconds(Self.leaseSeconds), claim: nil, identify: desk.identify)
            _ = try await SettlePayment(begin, settling)(keep: { _ in nil })
        } catch PaymentRefusal.notAuthorized {
            // Another worker was faster; the next check sees its result.
        } catch PaymentRefusal.captureInFlight {
            // Another worker is capturing it.
        }
    }

    private func giveBack(_ share: Share, at now: Instant) async throws {
        guard let checkout = share.checkoutID,
            let (merchant, settling) = try await settling(share, at: now)
        else { return }
        let question = question(checkout, merchant, at: now)
        do {
            let cancel = CancelCheckout(question: question, event: desk.identify(now))
            _ = try await desk.database.transaction { try cancel(in: $0) }
        } catch CheckoutRefusal.authorizing {
            // The next check sees the result.
        } catch CheckoutRefusal.notOpen {
            let begin = BeginVoid(
                question: question, lease: .seconds(Self.leaseSeconds), identify: desk.identify)
            do {
                try await VoidPayment(begin: begin, settling: settling)()
            } catch PaymentRefusal.notAuthorized {
                // The authorization is already void, or never existed.
            } catch PaymentRefusal.captureInFlight {
                // The merchant is capturing it.
            }
        }
    }

    private func settling(_ share: Share, at now: Instant) async throws -> (Merchant, Settling)? {
        guard let (merchant, processor) = try await caretaker.merchant(share.order.merchant) else {
            return nil
        }
        let settling = Settling(
            database: desk.database, processor: processor, now: { now }, identify: desk.identify)
        return (merchant, settling)
    }

    private func question(
        _ checkout: Sheet.ID, _ merchant: Merchant, at now: Instant
    ) -> SheetQuestion {
        caretaker.question(checkout, of: merchant, requestID: "shared order", at: now)
    }
}

extension Share {
    /// True if the share's authorization still exists: the merchant may have voided it since it was
    /// stored.
    fileprivate func isHeld(in transaction: Transaction) throws -> Bool {
        guard state == .authorized, let checkoutID else { return false }
        switch try FindOrder(checkoutID)(in: transaction)?.state {
        case .authorized, .captured: return true
        default: return false
        }
    }
}

extension HeldOrder {
    /// Marks the order as paid, once all shares are authorized. Workers capture the shares, and
    /// none can be voided any more.
    mutating func pay(_ identify: (Instant) -> UUID128, in transaction: Transaction) throws {
        try transaction.later(Share.take(order, at: now))
        order.state = .paid
        order.endedAt = now
        order.payBy = nil
        touch()
        if terms.passType != nil {
            try transaction.later(SharedOrder.wantPasses(order.id, at: now))
        }
        try transaction.later(tell(.sharedOrderPaid, identify).insert)
    }
}
