import CartSupport
import Processors
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// A bank with its own record of holds, captures and refunds, each key once. Tests compare this
/// record with the books.
actor StatefulBank {
    struct Charge: Equatable {
        var held: Int64
        var taken: Int64 = 0
        var returned: Int64 = 0
        var isOver = false
    }

    private(set) var charges: [AttemptKey: Charge] = [:]
    private var captures: [AttemptKey: CaptureOutcome] = [:]
    private var increments: [AttemptKey: IncrementOutcome] = [:]
    private var refunds: [AttemptKey: RefundOutcome] = [:]
    /// Every request after an authorization, including repeated ones.
    private(set) var asked: [String] = []
    /// Number of answers to lose although the money moves.
    private var losses = 0
    private var refusal: PaymentOperationRefusal?
    private var isPending = false

    func lose(_ count: Int) { losses = count }
    func refuse(_ refusal: PaymentOperationRefusal?) { self.refusal = refusal }
    func hold(_ isPending: Bool) { self.isPending = isPending }

    var total: Charge {
        charges.values.reduce(into: Charge(held: 0)) {
            $0.held += $1.held
            $0.taken += $1.taken
            $0.returned += $1.returned
        }
    }

    private func authorize(_ request: AuthorizationRequest) -> AuthorizationOutcome {
        if charges[request.key] == nil {
            charges[request.key] = Charge(
                held: request.amount.minorUnits,
                taken: request.captureNow ? request.amount.minorUnits : 0,
                isOver: request.captureNow)
        }
        return .approved(Bank.approval(of: request))
    }

    private func capture(_ request: CaptureRequest) throws(ProcessorFault) -> CaptureOutcome {
        asked.append("capture \(request.amount.minorUnits)")
        let outcome = captures[request.key] ?? take(request)
        captures[request.key] = outcome
        try answer()
        return outcome
    }

    private func take(_ request: CaptureRequest) -> CaptureOutcome {
        if let refusal { return .refused(refusal) }
        guard var charge = charges[request.charge] else { return .refused(.noSuchCharge) }
        guard !charge.isOver else { return .refused(.expired) }
        guard charge.taken + request.amount.minorUnits <= charge.held else {
            return .refused(.exceeds)
        }
        charge.taken += request.amount.minorUnits
        if request.isLast { charge.isOver = true }
        charges[request.charge] = charge
        return .captured(reference: "capture")
    }

    private func increment(_ request: IncrementRequest) throws(ProcessorFault) -> IncrementOutcome {
        asked.append("increment \(request.amount.minorUnits)")
        if increments[request.key] == nil {
            if let refusal {
                increments[request.key] = .refused(refusal)
            } else {
                charges[request.charge]?.held += request.amount.minorUnits
                increments[request.key] = .approved(captureBefore: now.adding(seconds: 86_400))
            }
        }
        try answer()
        return increments[request.key]!
    }

    private func refund(_ request: RefundRequest) throws(ProcessorFault) -> RefundOutcome {
        asked.append("refund \(request.amount.minorUnits)")
        let known = refunds[request.key]
        if case .pending = known, !isPending {
            refunds[request.key] =
                refusal.map { .failed($0) } ?? .succeeded(reference: "refund")
            if refusal != nil { charges[request.charge]?.returned -= request.amount.minorUnits }
        } else if known == nil {
            if isPending || refusal == nil {
                charges[request.charge]?.returned += request.amount.minorUnits
            }
            refunds[request.key] =
                isPending
                ? .pending(reference: "refund")
                : refusal.map { .failed($0) } ?? .succeeded(reference: "refund")
        }
        try answer()
        return refunds[request.key]!
    }

    private func void(_ key: AttemptKey) -> VoidOutcome {
        asked.append("void")
        charges[key]?.isOver = true
        return .voided
    }

    private func answer() throws(ProcessorFault) {
        guard losses > 0 else { return }
        losses -= 1
        throw .answerLost
    }

    nonisolated var processor: Processor {
        var processor = Processor.unimplemented
        processor.name = "test"
        processor.authorize = { (request) async throws(ProcessorFault) in
            await self.authorize(request)
        }
        processor.capture = { (request) async throws(ProcessorFault) in
            try await self.capture(request)
        }
        processor.increment = { (request) async throws(ProcessorFault) in
            try await self.increment(request)
        }
        processor.refund = { (request) async throws(ProcessorFault) in
            try await self.refund(request)
        }
        processor.void = { (key) async throws(ProcessorFault) in await self.void(key) }
        return processor
    }
}
