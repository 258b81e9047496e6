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

/// Operations on an authorized payment: captures, voids and refunds.
enum PaymentOperationEndpoints {
    private static let checkout = "/v1/checkouts/{checkout}"

    static let all: [Endpoint] = [
        Endpoint(
            .post, checkout + "/capture", for: .writer, body: .any, repeated: .phases, capture),
        Endpoint(.post, checkout + "/void", for: .writer, body: .any, repeated: .phases, void),
        Endpoint(.post, checkout + "/refunds", for: .writer, body: .any, repeated: .phases, refund)
            .of(.refunds),
        Endpoint(ListEndpoint<Refund>(checkout + "/refunds") { try $0.checkout() }).of(.refunds),
        .show(checkout + "/refunds/{refund}") { call in
            let find = FindRefund(
                refund: try call.identifier("refund"), checkout: try call.checkout())
            return try await call.run(find)
        }
        .of(.refunds),
    ]

    @Sendable private static func capture(_ call: Call) async throws -> Response {
        let body = try call.document(allowed: .any)
        let isFinal = try Call.read(body.root) { fields -> Bool? in
            _ = RequestedAmount.RequestBody(reading: fields)
            let isFinal = fields.bool("final") ?? false
            fields.refuseUnknown()
            return isFinal
        }
        let claim = try call.claim(of: body)
        let begin = BeginCapture(
            context: try call.context(),
            requested: { try RequestedAmount.RequestBody.read(body.root, in: $0) },
            isFinal: isFinal, identifier: call.identify(), lease: call.services.operationLease,
            claim: claim)
        return try await run(begin, claim, call)
    }

    @Sendable private static func refund(_ call: Call) async throws -> Response {
        let body = try call.document(allowed: .any)
        let (target, reason) = try Call.read(body.root) { fields in
            _ = RequestedAmount.RequestBody(reading: fields)
            let reason = fields.label("reason", maxLength: RefundLimits.reasonLengthMax)
            let target = BeginRefund.Target(reading: fields)
            fields.refuseUnknown()
            return (target, reason)
        }
        let claim = try call.claim(of: body)
        let begin = BeginRefund(
            context: try call.context(),
            requested: { try RequestedAmount.RequestBody.read(body.root, in: $0) }, target: target,
            reason: reason, identifier: call.identify(), lease: call.services.operationLease,
            claim: claim)
        do {
            return try await run(begin, claim, call)
        } catch BalanceRefusal.notFound {
            throw Problem.noSuchBalance(["/balance"])
        }
    }

    /// Runs a capture or a refund; a repeated call finds what the first one began.
    private static func run<Begin: BeginOperation>(
        _ begin: Begin, _ claim: Claim?, _ call: Call
    ) async throws -> Response where Begin.Operation: ShownOperation {
        let runner = try await call.services.runner(call.merchant)
        return try await call.inPhases(claim) {
            answer(try await RunOperation(begin, runner)(keep: stored)).response
        } unfinished: { claim in
            let subject: UUID128? = try await call.database.transaction {
                try claim.subject(in: $0)
            }
            guard let subject else { throw ClaimRefusal.inFlight }
            let again = RetryOperation<Begin.Operation>(
                Identifier(merchant: call.merchant.number, uuid: subject), context: begin.context,
                lease: call.services.operationLease, claim: claim)
            return answer(try await again(runner, keep: stored)).response
        }
    }

    private static func answer<Noun: ShownOperation>(_ result: OperationResult<Noun>) -> Answer {
        Answer(result.operation.isProcessing ? 202 : 201) { writer in
            writer.object { body in
                result.operation.write(membersTo: &body)
                body.object("checkout") { result.session.write(outcomeTo: &$0) }
            }
        }
    }

    /// The answer to store for a replay; nil while the outcome is unknown.
    @Sendable private static func stored<Noun: ShownOperation>(
        _ result: OperationResult<Noun>
    ) -> StoredAnswer? {
        result.operation.isProcessing ? nil : answer(result).toStore
    }

    @Sendable private static func void(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        let claim = try call.claim(of: nil)
        let begin = BeginVoid(context: try call.context(), lease: call.services.operationLease)
        let void = VoidPayment(
            begin: begin, runner: try await call.services.runner(call.merchant))
        let stored = Answer.currentState.toStore
        return try await call.inPhases(claim) { _ in
            try await CheckoutEndpoints.show(call)
        } _: {
            try await void(claim: claim, keep: stored)
            return try await CheckoutEndpoints.show(call)
        } unfinished: { claim in
            do {
                try await void(claim: claim, isClaimed: true, keep: stored)
            } catch PaymentRefusal.captureInFlight(let secondsLeft) {
                throw Problem.keyInFlight(retryAfterSeconds: secondsLeft)
            }
            return try await CheckoutEndpoints.show(call)
        }
    }
}

extension Services {
    func runner(_ merchant: Merchant) async throws -> PaymentOperationRunner {
        guard let processor = try await processor(merchant) else {
            throw CheckoutRefusal.noProcessor
        }
        return PaymentOperationRunner(
            database: database, processor: processor.limited(to: processorLimit, on: deadlines),
            now: now)
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
protocol ShownOperation: PaymentOperation {
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

extension CheckoutSession {
    /// Writes the checkout's state and amounts after the capture or refund.
    fileprivate func write(outcomeTo writer: inout Writer) {
        writer.member("id", id.text)
        writer.member("status", state.rawValue)
        writer.member("currencyCode", total.currency.code)
        write(amountsTo: &writer)
    }
}
