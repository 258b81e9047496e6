import HTTP
import JSON
import Merchants
import Payments
import Postgres
import Processors
import Vocabulary

/// Routes for processors' notices. They need no credential, because the server trusts nothing in
/// them; Stripe's are signed as well.
extension Services {
    var noticeRoutes: [Route] {
        [
            Route(
                .post, "/v1/processors/{name}/{merchant}", bodyBytesMax: Self.noticeBytesMax
            ) { request, parameters in
                do {
                    try await self.receive(request, parameters)
                    return Response(status: 204)
                } catch {
                    return self.problem(for: error, request.id).response(requestID: request.id)
                }
            }
        ]
    }

    /// A notice names one object; an event from Stripe includes the whole object.
    private static let noticeBytesMax = 64 * 1024

    /// Handles a notice. Known and unknown payments get the same answer, so a stranger learns
    /// nothing.
    private func receive(_ request: Request, _ parameters: Parameters) async throws {
        try limits.admitNotice(from: proxies.clientNetwork(of: request), to: parameters["merchant"])
        let notice =
            parameters["name"] == StripeEvents.processor
            ? try await stripeNotice(request, parameters) : try notice(request, parameters)
        guard let notice else { return }
        do {
            try await completeByNotice(notice, requestID: request.id, at: now())
        } catch PaymentRefusal.captureInFlight(let secondsLeft) {
            throw Problem(
                503, "dispute_too_early",
                "a capture of this payment is still in progress: send this webhook again",
                retryAfterSeconds: secondsLeft)
        } catch {
            // A worker finds the outcome of what the server began itself. Only its notice reports a
            // dispute, so the processor must send that again.
            guard notice.kind == .dispute else { return report(error, request.id) }
            throw error
        }
    }

    /// Reads a notice; nil if it names no merchant.
    private func notice(
        _ request: Request, _ parameters: Parameters
    ) throws -> ProcessorNotice? {
        let (kind, name) = try Call.read(try request.document().root) {
            fields -> (ProcessorNotice.Kind, String)? in
            let kind: ProcessorNotice.Kind? = fields.choice("type", required: true)
            let isDispute = kind == .dispute
            let key = fields.string(
                "key", minLength: 1, maxLength: AttemptKey.lengthMax,
                required: kind != nil && !isDispute)
            let reference = fields.string(
                "reference", minLength: 1, maxLength: ProcessorNotice.nameLengthMax,
                required: isDispute)
            fields.refuseUnknown()
            guard let kind, let name = isDispute ? reference : key else { return nil }
            return (kind, name)
        }
        return Merchant.number(of: parameters["merchant"]).map {
            ProcessorNotice(
                processor: parameters["name"], merchant: $0, kind: kind, name: name)
        }
    }

    /// The longest time that a hanging processor can delay a notice.
    private static let noticeLimit = Duration.seconds(10)

    /// The verb that completes the operation that a notice names. The sandbox's notices use it too.
    var completeByNotice: CompleteByNotice {
        CompleteByNotice(
            PaymentContext(
                database: database, registry: registry, keys: keys,
                processor: { [processor, deadlines] merchant in
                    try await processor(merchant)?.limited(to: Self.noticeLimit, on: deadlines)
                }, identify: identify))
    }
}
