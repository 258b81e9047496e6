import Balances
import Checkouts
import HTTP
import Idempotency
import JSON
import Merchants
import Payments
import Postgres
import Processors
import Vocabulary

/// Routes for an authorized payment: captures, voids and refunds.
extension Services {
    var paymentOperationRoutes: [Route] {
        let checkout = "/v1/checkouts/{checkout}"
        return [
            route(.post, checkout + "/capture", for: .write, body: .any, capture),
            route(.post, checkout + "/void", for: .write, body: .any, void),
            route(.post, checkout + "/refunds", for: .write, body: .any, refund),
            route(.get, checkout + "/refunds", for: [.read, .write], listRefunds),
            route(.get, checkout + "/refunds/{refund}", for: [.read, .write], showRefund),
        ]
    }

    func runner(_ merchant: Merchant) async throws -> PaymentOperationRunner {
        guard let processor = try await processor(merchant) else {
            throw CheckoutRefusal.noProcessor
        }
        return PaymentOperationRunner(
            database: database, processor: processor.limited(to: processorLimit, on: deadlines),
            now: now)
    }

    @Sendable private func capture(_ call: Call) async throws -> Response {
        let body = try call.optionalBody()
        let isFinal = try Call.read(body.root) { fields -> Bool? in
            _ = RequestedAmount.RequestBody(reading: fields)
            let isFinal = fields.bool("final") ?? false
            fields.refuseUnknown()
            return isFinal
        }
        let claim = try call.claim { body.root.canonicalBytes() }
        let begin = BeginCapture(
            context: try call.context(),
            requested: { try RequestedAmount.RequestBody.read(body.root, in: $0) },
            isFinal: isFinal, identifier: call.identify(), lease: operationLease, claim: claim)
        let runner = try await runner(call.merchant)
        return try await call.runOperation(claim) {
            try await RunOperation(begin, runner)(keep: Call.stored)
        } again: { id in
            let repeated = RetryOperation(
                Capture.ID(merchant: call.merchant.number, uuid: id),
                context: begin.context, lease: operationLease, claim: claim)
            return try await repeated(runner, keep: Call.stored)
        }
    }

    @Sendable private func refund(_ call: Call) async throws -> Response {
        let body = try call.optionalBody()
        let (target, reason) = try Call.read(body.root) { fields in
            _ = RequestedAmount.RequestBody(reading: fields)
            let reason = fields.label("reason", maxLength: RefundLimits.reasonLengthMax)
            let target = BeginRefund.Target(reading: fields)
            fields.refuseUnknown()
            return (target, reason)
        }
        let claim = try call.claim { body.root.canonicalBytes() }
        let begin = BeginRefund(
            context: try call.context(),
            requested: { try RequestedAmount.RequestBody.read(body.root, in: $0) }, target: target,
            reason: reason, identifier: call.identify(), lease: operationLease, claim: claim)
        let runner = try await runner(call.merchant)
        return try await call.runOperation(claim) {
            do {
                return try await RunOperation(begin, runner)(keep: Call.stored)
            } catch BalanceRefusal.notFound {
                throw Problem.noSuchBalance(["/balance"])
            }
        } again: { id in
            let repeated = RetryOperation(
                Refund.ID(merchant: call.merchant.number, uuid: id),
                context: begin.context, lease: operationLease, claim: claim)
            return try await repeated(runner, keep: Call.stored)
        }
    }

    @Sendable private func void(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        let claim = try call.claim { [] }
        let begin = BeginVoid(context: try call.context(), lease: operationLease)
        let void = VoidPayment(begin: begin, runner: try await runner(call.merchant))
        let stored = Answer.currentState.toStore
        do {
            try await void(claim: claim, keep: stored)
            return try await showCheckout(call)
        } catch let error as PostgresError where error.constraintName == Claim.claimedOnce {
            guard let claim else { throw error }
            let claimed = try await database.transaction { try claim.find(in: $0) }
            if try claimed.resolve() == nil { try await repeated(void, claim, keep: stored) }
            return try await showCheckout(call).replayed
        } catch PostgresError.lockTimeout where claim != nil {
            throw ClaimRefusal.inFlight
        }
    }

    /// Continues what the key began, if it is not known to be complete.
    private func repeated(_ void: VoidPayment, _ claim: Claim, keep stored: StoredAnswer)
        async throws
    {
        do {
            try await void(claim: claim, isClaimed: true, keep: stored)
        } catch PaymentRefusal.captureInFlight(let secondsLeft) {
            throw Problem.keyInFlight(retryAfterSeconds: secondsLeft)
        }
    }

    @Sendable private func listRefunds(_ call: Call) async throws -> Response {
        try await list(Refund.self, of: call.checkout(), call) { $0.write(to: &$1) }
    }

    @Sendable private func showRefund(_ call: Call) async throws -> Response {
        let find = FindRefund(
            refund: try call.identifier("refund"), checkout: try call.checkout())
        let refund = try await database.transaction { try find(in: $0) }
        return Answer { refund.write(to: &$0) }.response
    }

    /// One second longer than two calls to the processor may take: an increment comes before a
    /// capture.
    var operationLease: Duration { processorLimit + processorLimit + .seconds(1) }
}

/// Limits on the members of a refund.
private enum RefundLimits {
    static let reasonLengthMax = 256
}

/// A capture or a refund, which runs in three phases, as an answer shows it.
protocol ShownOperation: Sendable {
    /// True while its outcome is unknown.
    var isProcessing: Bool { get }
    func write(membersTo writer: inout Writer)
}

extension Capture: ShownOperation {
    var isProcessing: Bool { isUnderWay }
}

extension Refund: ShownOperation {
    /// A pending refund is no longer processing: the answer is that it is pending.
    var isProcessing: Bool { state == .started || state == .unknown }
}

extension Call {
    /// The body as a document; no body means an empty object.
    fileprivate func optionalBody() throws -> Document {
        request.body.isEmpty ? try Document.parse(Array("{}".utf8)) : try document()
    }

    /// Runs a capture or a refund; a repeated call finds what the first one began.
    fileprivate func runOperation<Noun: ShownOperation>(
        _ claim: Claim?, _ work: () async throws -> OperationResult<Noun>,
        again: (UUID128) async throws -> OperationResult<Noun>
    ) async throws -> Response {
        do {
            return Self.answer(try await work()).response
        } catch let error as PostgresError where error.constraintName == Claim.claimedOnce {
            guard let claim else { throw error }
            return try await replay(claim, again)
        } catch PostgresError.lockTimeout where claim != nil {
            throw ClaimRefusal.inFlight
        }
    }

    private func replay<Noun: ShownOperation>(
        _ claim: Claim, _ again: (UUID128) async throws -> OperationResult<Noun>
    ) async throws -> Response {
        let (claimed, subject) = try await services.database.transaction { transaction in
            let claimed = try claim.find(in: transaction)
            let subject: UUID128? = try claim.subject(in: transaction)
            return (claimed, subject)
        }
        if let stored = try claimed.resolve() { return Answer(stored).replayed }
        guard let subject else { throw ClaimRefusal.inFlight }
        do {
            return Self.answer(try await again(subject)).replayed
        } catch let busy as OperationInProgress {
            throw Problem.keyInFlight(retryAfterSeconds: busy.secondsLeft)
        }
    }

    fileprivate static func answer<Noun: ShownOperation>(_ result: OperationResult<Noun>) -> Answer
    {
        Answer(result.operation.isProcessing ? 202 : 201) { writer in
            writer.object { body in
                result.operation.write(membersTo: &body)
                body.object("checkout") { result.session.write(outcomeTo: &$0) }
            }
        }
    }

    /// The answer to store for a replay; nil while the outcome is unknown.
    fileprivate static func stored<Noun: ShownOperation>(_ result: OperationResult<Noun>)
        -> StoredAnswer?
    {
        result.operation.isProcessing ? nil : answer(result).toStore
    }
}

extension CheckoutSession {
    /// Writes the checkout's state and amounts after the capture or refund.
    fileprivate func write(outcomeTo writer: inout Writer) {
        let decimal = { Money(minorUnits: $0, currency: total.currency).decimal }
        writer.member("id", id.text)
        writer.member("status", state.rawValue)
        writer.member("currencyCode", total.currency.code)
        writer.member("authorizedAmount", decimal(authorized))
        writer.member("capturedAmount", decimal(captured))
        writer.member("refundedAmount", decimal(refunded))
    }
}
