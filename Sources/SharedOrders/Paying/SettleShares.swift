import Checkout
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Brings shares to what their checkouts have become, whoever has changed them: takes what all have
/// authorised, and gives back what is nobody's any more.
///
/// Each look sees how things are, and does what follows from it: nothing is lost by who dies in between.
package struct SettleShares: Sendable {
    private let caretaker: Caretaker
    private let desk: SharedOrderDesk

    package init(_ caretaker: Caretaker, _ desk: SharedOrderDesk) {
        self.caretaker = caretaker
        self.desk = desk
    }

    package static let batch = 50
    /// For so long only one worker looks at a share: longer than a processor may take twice.
    private static let leaseSeconds: Int64 = 60
    /// While a bank decides.
    private static let authorizingSeconds: Int64 = 2
    /// A capture that fails is tried again after so many seconds, twice as many each time.
    private static let retrySeconds: Int64 = 10
    private static let retrySecondsMax: Int64 = 3_600

    /// How many were looked at.
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
        // Not believed, but looked at again: it may have failed, or be unknown.
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

    /// Looks under the order's lock, and writes what is certain.
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
                // Its merchant has voided it, or its time was over: it is to be paid again.
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
            // Somebody was faster, and the next look sees it.
        } catch PaymentRefusal.captureInFlight {
            // Somebody is at it.
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
            // The next look sees how it ended.
        } catch CheckoutRefusal.notOpen {
            let begin = BeginVoid(
                question: question, lease: .seconds(Self.leaseSeconds), identify: desk.identify)
            do {
                try await VoidPayment(begin: begin, settling: settling)()
            } catch PaymentRefusal.notAuthorized {
                // It is given back, or was never there.
            } catch PaymentRefusal.captureInFlight {
                // Its merchant is at it.
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
    /// Whether what was authorised is so yet: somebody may have voided it since it was noted.
    fileprivate func isHeld(in transaction: Transaction) throws -> Bool {
        guard state == .authorized, let checkoutID else { return false }
        switch try FindOrder(checkoutID)(in: transaction)?.state {
        case .authorized, .captured: return true
        default: return false
        }
    }
}

extension HeldOrder {
    /// All is authorised: it is taken by workers, and nothing is given back any more.
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
