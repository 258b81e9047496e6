import HTTP
import JSON
import Merchants
import Payments
import Processors

/// Processors' notices. They need no credential, because the server trusts nothing in them;
/// Stripe's are signed as well.
enum NoticeEndpoints {
    static let all = [
        Endpoint(
            .post, "/v1/processors/{name}/{merchant}", for: .notice, bodyBytesMax: noticeBytesMax
        ) { call in
            // Known and unknown payments get the same answer, so a stranger learns nothing.
            let isStripe = call.parameters["name"] == StripeEvents.processor
            if let notice = isStripe ? try await stripeNotice(call) : try notice(call) {
                try await receive(notice, call)
            }
            return Response(status: 204)
        }
    ]

    /// A notice names one object; an event from Stripe includes the whole object.
    private static let noticeBytesMax = 64 * 1024

    private static func receive(_ notice: ProcessorNotice, _ call: Call) async throws {
        do {
            try await call.complete(notice)
        } catch PaymentRefusal.captureInFlight(let secondsLeft) {
            throw Problem(
                503, "dispute_too_early",
                "a capture of this payment is still in progress: send this webhook again",
                retryAfterSeconds: secondsLeft)
        } catch {
            // A worker finds the outcome of what the server began itself. Only its notice reports a
            // dispute, so the processor must send that again.
            guard notice.kind == .dispute else {
                return call.services.report(error, call.request.id)
            }
            throw error
        }
    }

    /// Reads a notice; nil if it names no merchant.
    private static func notice(_ call: Call) throws -> ProcessorNotice? {
        let (kind, name) = try call.read { fields -> (ProcessorNotice.Kind, String)? in
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
        return Merchant.number(of: call.parameters["merchant"]).map {
            ProcessorNotice(
                processor: call.parameters["name"], merchant: $0, kind: kind, name: name)
        }
    }

    /// Reads an event of Stripe, which has its own form and a signature; nil if it is of a kind
    /// that does not matter here.
    ///
    /// Even a signed event is only a hint, but a sender who cannot sign must not make the server
    /// call Stripe. An unknown merchant, or one without an account at Stripe, is answered like a
    /// wrong signature.
    private static func stripeNotice(_ call: Call) async throws -> ProcessorNotice? {
        guard let header = call.request.headers[StripeEvents.signatureHeader],
            let signature = StripeSignature(header),
            let merchant = Merchant.number(of: call.parameters["merchant"]),
            let account = try await call.services.stripeAccount(merchant),
            signature.isValid(for: call.request.body, by: account.webhookSecrets, at: call.now)
        else {
            throw Problem(
                400, "invalid_signature",
                "the event is not signed with one of this merchant's stored webhook secrets, or "
                    + "was signed more than five minutes before or after now")
        }
        return ProcessorNotice(stripe: try call.document().root, for: merchant)
    }
}

extension Call {
    /// Completes the operation that a processor's notice names. The sandbox's notices use it too.
    func complete(_ notice: ProcessorNotice) async throws {
        let complete = CompleteByNotice(
            PaymentContext(
                database: database, registry: registry, keys: keys,
                processor: { [services] merchant in
                    try await services.processor(merchant)?
                        .limited(to: Call.noticeLimit, on: services.deadlines)
                }, identify: services.identify))
        try await complete(notice, requestID: request.id, at: services.now())
    }

    /// The longest time that a hanging processor can delay a notice.
    private static let noticeLimit = Duration.seconds(10)
}
