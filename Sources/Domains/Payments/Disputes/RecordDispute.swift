import Balances
import Checkouts
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Books a bank's dispute as the processor reports it; repeated reports are one dispute. Refunded
/// money is not taken again: refunds and disputes together are at most the captured amount.
package struct RecordDispute: Verb {
    package let context: CheckoutContext
    package let report: DisputeReport

    /// - Throws: `PaymentRefusal.captureInFlight` if the dispute is decided before the outcome of
    ///   its capture is known.
    /// - Returns: the dispute after the report; nil if the charge does not belong to this checkout.
    package func callAsFunction(in transaction: Transaction) throws -> Dispute? {
        var payment = try LockedPayment(context, in: transaction)
        guard let charge = Attempt.ID(report.charge.text),
            let row = try transaction.run(Attempt.lock(charge)).first,
            try Attempt(row: row).checkout == payment.session.id
        else { return nil }
        let known = try transaction.run(Dispute.all(of: payment.session.id)).map(Dispute.init(row:))
        let captures = try transaction.run(Capture.all(of: payment.session.id))
            .map(Capture.init(row:))
        // A decision is booked only after the outcome of the capture is known.
        if report.state != .opened,
            let capture = captures.first(where: { $0.isUnderWay && $0.attempt == charge })
        {
            throw PaymentRefusal.captureInFlight(
                secondsLeft: OperationLease.secondsLeft(
                    until: capture.leasedUntil, at: context.now))
        }
        let credited = captures.filter { $0.state == .succeeded }.flatMap(\.credits)
        try payment.lockBalances(credited.map(\.balance), in: transaction)
        var dispute: Dispute
        if let found = known.first(where: { $0.reference == report.reference }) {
            dispute = found
            try payment.bookDisputedAmount(&dispute, in: transaction)
        } else {
            dispute = try open(charge, beside: known, credited, &payment, in: transaction)
        }
        if dispute.state == .opened, report.state != .opened {
            dispute.state = report.state == .won ? .won : .lost
            dispute.endedAt = context.now
            let others = known.contains { $0.state == .opened && $0.id != dispute.id }
            try end(dispute, credited, &payment, unfreezes: !others, in: transaction)
        }
        try payment.store(in: transaction)
        return dispute
    }

    private func cause(_ dispute: Dispute, _ kind: Transfer.Kind) -> Transfer.Cause {
        Transfer.Cause(
            id: dispute.id.uuid, kind: kind, checkout: dispute.checkout.uuid,
            reference: dispute.reference)
    }

    private func open(
        _ charge: Attempt.ID, beside known: [Dispute], _ credited: [BalancePart],
        _ payment: inout LockedPayment, in transaction: Transaction
    ) throws -> Dispute {
        let session = payment.session
        let remaining = session.captured - session.refunded - session.refunding - session.disputed
        let isOfThis =
            payment.attempt?.id == charge && report.amount.currency == session.total.currency
        let taken =
            isOfThis
            ? max(0, min(report.amount.minorUnits, payment.attempt?.refundable ?? 0, remaining)) : 0
        let uncovered =
            isOfThis ? try uncovered(beyond: taken, beside: known, payment, in: transaction) : 0
        let dispute = Dispute(
            id: Dispute.ID(merchant: session.id.merchant, uuid: context.identifier()),
            checkout: session.id, attempt: charge, number: known.count + 1,
            reference: report.reference, state: .opened, reason: report.reason,
            amount: report.amount, taken: taken, uncovered: uncovered, openedAt: context.now,
            endedAt: nil)
        payment.session.disputed += taken
        payment.attempt?.disputed += taken
        if taken > 0 {
            try payment.ledger.move(
                payment.money(taken), from: .system(.disputed), to: .system(.processor),
                for: cause(dispute, .disputeOpened))
        }
        if uncovered > 0 {
            try payment.ledger.move(
                payment.money(uncovered), from: .system(.loss), to: .system(.processor),
                for: cause(dispute, .disputeOpened))
        }
        for balance in Set(credited.map(\.balance)) {
            try payment.ledger.freeze(balance, as: .dispute)
        }
        try transaction.enqueue(dispute.insert)
        emit(.disputeOpened, dispute, &payment)
        return dispute
    }

    /// The part of the dispute that was refunded as a store credit: the bank takes it from the card
    /// charge, too, so the merchant pays it twice.
    private func uncovered(
        beyond taken: Int64, beside known: [Dispute], _ payment: LockedPayment,
        in transaction: Transaction
    ) throws -> Int64 {
        let credited = try transaction.run(Refund.all(of: payment.session.id)).map(
            Refund.init(row:)
        )
        .filter { $0.state == .succeeded }.reduce(0) { $0 + $1.card - $1.toCard }
        let others = known.filter { $0.state != .won }.reduce(0) { $0 + $1.uncovered }
        return max(0, min(report.amount.minorUnits - taken, credited - others))
    }

    private func end(
        _ dispute: Dispute, _ credited: [BalancePart], _ payment: inout LockedPayment,
        unfreezes: Bool, in transaction: Transaction
    ) throws {
        let isWon = dispute.state == .won
        if isWon {
            if dispute.taken > 0 {
                try payment.ledger.move(
                    payment.money(dispute.taken), from: .system(.processor),
                    to: .system(.disputed), for: cause(dispute, .disputeWon))
            }
            if dispute.uncovered > 0 {
                try payment.ledger.move(
                    payment.money(dispute.uncovered), from: .system(.processor),
                    to: .system(.loss), for: cause(dispute, .disputeWon))
            }
            payment.session.disputed -= dispute.taken
            payment.attempt?.disputed -= dispute.taken
            for balance in Set(credited.map(\.balance)) where unfreezes {
                try payment.ledger.unfreeze(balance, from: .dispute)
            }
        } else {
            try recordLoss(dispute, credited, &payment, in: transaction)
        }
        try transaction.enqueue(dispute.storeOutcome)
        emit(isWon ? .disputeWon : .disputeLost, dispute, &payment)
    }

    /// Books a lost dispute: topped-up balances return the money that is left
    /// (docs/rules/money.md#16), spent money is lost, and the sale is no revenue any more.
    private func recordLoss(
        _ dispute: Dispute, _ credited: [BalancePart], _ payment: inout LockedPayment,
        in transaction: Transaction
    ) throws {
        let given = try transaction.run(Refund.all(of: payment.session.id)).map(Refund.init(row:))
            .filter { $0.state != .failed }.flatMap(\.debits)
        let cause = cause(dispute, .disputeLost)
        var remaining = dispute.taken
        for part in [BalancePart](summing: credited.map { ($0.balance, $0.amount) }) {
            let owed = min(remaining, part.amount - given[of: part.balance])
            guard owed > 0 else { continue }
            remaining -= owed
            let there = min(
                owed, try payment.ledger.balance(part.balance).available.minorUnits)
            for (amount, account) in [
                (there, Account.balance(part.balance)), (owed - there, .system(.loss)),
            ] where amount > 0 {
                try payment.ledger.move(
                    payment.money(amount), from: account, to: .system(.disputed), for: cause)
            }
        }
        guard remaining > 0 else { return }
        try payment.ledger.move(
            payment.money(remaining), from: .system(.revenue), to: .system(.disputed), for: cause)
    }

    private func emit(
        _ kind: Event.Kind, _ dispute: Dispute, _ payment: inout LockedPayment
    ) {
        payment.session.changedAt = context.now
        payment.emit(kind, EventDetail(dispute))
        payment.log(.disputed, errors: [dispute.state.rawValue], as: context.identifier())
    }
}

/// Asks the processor about the dispute that a notice names, and books its answer.
package struct SyncDispute: Sendable {
    package let database: Database

    /// - Parameter context: makes the context for a checkout, which is known from the charge.
    package func callAsFunction(
        _ reference: String, of merchant: Merchant, by processor: Processor,
        context: @Sendable (CheckoutSession.ID) -> CheckoutContext
    ) async throws -> Bool {
        guard let report = try await processor.dispute(merchant.number, reference),
            let charge = Attempt.ID(report.charge.text), charge.merchant == merchant.number,
            let row = try await database.run(Attempt.find(charge)).first
        else { return false }
        let record = RecordDispute(context: context(try Attempt(row: row).checkout), report: report)
        return try await database.transaction { try record(in: $0) } != nil
    }
}
