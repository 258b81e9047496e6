import Balances
import Checkouts
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Stores the outcome of a capture. The merchant's call, the worker and a processor notice all
/// run it; a second caller gets the first one's result.
package struct FinishCapture: Verb {
    package let context: CheckoutContext
    package let capture: Capture.ID
    package let processorResult: CaptureResults

    package func callAsFunction(in transaction: Transaction) throws -> OperationResult<Capture> {
        var payment = try LockedPayment(context, in: transaction)
        guard let row = try transaction.run(Capture.lock(capture)).first else {
            throw CheckoutRefusal.notFound
        }
        var capture = try Capture(row: row)
        guard capture.isUnderWay else { return OperationResult(capture, payment.session) }
        let now = context.now
        switch processorResult.decision {
        case .unknown:
            capture.state = .unknown
            capture.leasedUntil = now.adding(seconds: OperationLease.retrySeconds)
            try transaction.enqueue(capture.storeOutcome)
            return OperationResult(capture, payment.session)
        case .captured(let reference):
            capture.state = .succeeded
            capture.reference = reference
            capture.endedAt = now
            try PostCapture(capture: capture, isReserved: true)(&payment, in: transaction)
            if try row.get("is_disputed") {
                try payment.bookDisputedAmount(of: capture, in: transaction)
                // The events of the balances precede the capture's.
                try payment.flush()
            }
            if let captureBefore = processorResult.captureBefore {
                payment.attempt?.captureBefore = captureBefore
            }
            let kind: Event.Kind =
                capture.voidsRemainder(of: payment.session) ? .checkoutVoided : .checkoutCaptured
            payment.emit(kind, EventDetail(capture))
            payment.log(kind == .checkoutVoided ? .voided : .captured)
        case .failed(let reason):
            capture.state = .failed
            capture.failure = reason
            capture.endedAt = now
            try releaseReservedCapture(capture, to: &payment)
            payment.write.endedCaptures.append(capture)
            payment.emit(.checkoutCaptureFailed, EventDetail(capture))
            payment.log(.captureFailed, errors: [reason])
        }
        try payment.store(in: transaction)
        return OperationResult(capture, payment.session)
    }

    /// Releases the reserved amount. An approved increment remains authorized.
    private func releaseReservedCapture(_ capture: Capture, to payment: inout LockedPayment) throws
    {
        payment.session.capturing -= capture.reserved
        payment.session.changedAt = context.now
        payment.attempt?.capturing -= capture.card - capture.increment
        if processorResult.isIncremented, capture.increment > 0 {
            payment.session.authorized += capture.increment
            payment.attempt?.approved += capture.increment
            if let captureBefore = processorResult.captureBefore {
                payment.attempt?.captureBefore = captureBefore
            }
        }
        for part in capture.holds {
            try payment.ledger.reserve(capturing: -part.amount, of: part.hold)
        }
    }
}

/// The processor's answers to a capture and to the increment that it needed.
package struct CaptureResults: Sendable {
    /// nil if no increment was needed.
    package var increment: Result<IncrementOutcome, ProcessorFault>?
    /// nil if the increment was not approved, so that nothing was captured.
    package var capture: Result<CaptureOutcome, ProcessorFault>?

    package init(
        increment: Result<IncrementOutcome, ProcessorFault>? = nil,
        capture: Result<CaptureOutcome, ProcessorFault>? = nil
    ) {
        self.increment = increment
        self.capture = capture
    }

    enum CaptureDecision: Hashable {
        case captured(reference: String)
        case failed(String)
        /// The outcome is not known yet; the same call finds it out later. This also holds if the
        /// request was never sent, because an earlier one with the same key may have been.
        case unknown
    }

    /// A pure rule.
    var decision: CaptureDecision {
        switch increment {
        case nil, .success(.approved): break
        case .success(.declined(let reason)): return .failed(reason.code)
        case .success(.refused(let refusal)): return .failed(refusal.rawValue)
        case .success(.pending), .failure: return .unknown
        }
        return switch capture {
        case .success(.captured(let reference)): .captured(reference: reference)
        case .success(.refused(let refusal)): .failed(refusal.rawValue)
        case .success(.pending), .failure, nil: .unknown
        }
    }

    var isIncremented: Bool {
        if case .success(.approved) = increment { true } else { false }
    }

    var captureBefore: Instant? {
        if case .success(.approved(let captureBefore)) = increment { captureBefore } else { nil }
    }
}
