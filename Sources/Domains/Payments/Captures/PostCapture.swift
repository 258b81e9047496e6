import Balances
import Checkouts
import Merchants
import Postgres
import Vocabulary

/// Books a successful capture: raises the captured amounts of the checkout, the attempt and the
/// holds, and makes the transfers. The caller emits the event and stores the payment.
package struct PostCapture {
    let requested: Capture
    /// True if the amount was reserved, and the row stored, before the processor was asked.
    package let isReserved: Bool

    init(capture: Capture, isReserved: Bool) {
        requested = capture
        self.isReserved = isReserved
    }

    package func callAsFunction(
        _ payment: inout LockedPayment, in transaction: Transaction?
    ) throws {
        let now = payment.context.now
        try payment.lockBalances(requested.credits.map(\.balance), in: transaction)
        var capture = requested
        capture.credits = payment.creditable(requested.credits, paidBy: requested.holds)
        let amount = capture.amount.minorUnits
        if isReserved { payment.session.capturing -= capture.reserved }
        payment.session.authorized += capture.increment
        payment.session.captured += amount
        let isLast =
            capture.isLast
            || (payment.session.captured == payment.owed && payment.session.capturing == 0)
        if var attempt = payment.attempt {
            if isReserved { attempt.capturing -= capture.card - capture.increment }
            attempt.approved += capture.increment
            attempt.captured += capture.card
            // The processor has released the rest.
            if isLast { attempt.approved = attempt.captured }
            payment.attempt = attempt
        }
        try move(capture, &payment, isLast: isLast)
        if isLast { payment.session.state = payment.session.stateFromAmounts }
        payment.session.changedAt = now
        if isReserved {
            payment.write.endedCaptures.append(capture)
        } else {
            payment.write.newCaptures.append(capture)
        }
        try payment.flush()
    }

    /// The card pays last, so its money tops up balances before other tenders do.
    private func move(_ capture: Capture, _ payment: inout LockedPayment, isLast: Bool) throws {
        let cause = Transfer.Cause(
            id: capture.id.uuid, kind: .capture, checkout: payment.session.id.uuid)
        let credited = capture.credits.reduce(0) { $0 + $1.amount }
        let payers: [(Hold.ID?, Int64)] =
            capture.holds.map { ($0.hold, $0.amount) } + [(nil, capture.card)]
        let recipients: [(Account, Int64)] =
            [(.system(.revenue), capture.amount.minorUnits - credited)]
            + capture.credits.map { (.balance($0.balance), $0.amount) }
        let movements = Flow.pair(payers, recipients)
        for (index, movement) in movements.enumerated() {
            guard let hold = movement.from else {
                try payment.ledger.move(
                    payment.money(movement.amount), from: .system(.processor), to: movement.to,
                    for: cause)
                continue
            }
            let isLastOfHold = !movements[(index + 1)...].contains { $0.from == hold }
            try payment.ledger.capture(
                movement.amount, of: hold, to: movement.to, for: cause, reserved: isReserved,
                isLast: isLast && isLastOfHold)
        }
        guard isLast else { return }
        for hold in payment.holds where hold.state == .active {
            try payment.ledger.release(hold.id)
        }
    }
}

extension LockedPayment {
    /// Books the automatic capture: the card's processor and the balances pay the whole authorized
    /// amount at once.
    package mutating func captureAll(in transaction: Transaction?) throws {
        let now = context.now
        let parts = holds.filter { $0.capturable > 0 }.map {
            HoldPart(hold: $0.id, amount: $0.capturable)
        }
        let card = attempt?.capturable ?? 0
        let amount = parts.reduce(card) { $0 + $1.amount }
        let capture = Capture(
            id: Capture.ID(merchant: session.id.merchant, uuid: context.identifier()),
            checkout: session.id, number: 1, state: .succeeded, amount: money(amount), card: card,
            increment: 0, attempt: attempt?.id, holds: parts,
            credits: try credits(for: amount, before: [], named: [], in: transaction), items: nil,
            isLast: true, failure: nil, reference: attempt?.reference, startedAt: now,
            leasedUntil: now, endedAt: now)
        try PostCapture(capture: capture, isReserved: false)(&self, in: transaction)
    }
}

extension CheckoutSession {
    /// The state of a payment without further captures.
    var stateFromAmounts: State {
        captured > 0 && refunded == captured ? .refunded : .captured
    }
}
