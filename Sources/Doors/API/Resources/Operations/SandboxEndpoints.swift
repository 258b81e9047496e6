import HTTP
import JSON
import Merchants
import Payments
import Processors
import Postgres
import Vocabulary

/// A test merchant decides here in place of banks: about disputes and pending refunds.
enum SandboxEndpoints {
    private static let disputes = "/v1/sandbox/disputes/{reference}"
    private static let refunds = "/v1/sandbox/refunds/{refund}"

    static let all = [
        Endpoint(
            .post, "/v1/sandbox/checkouts/{checkout}/disputes", for: .writer, body: .jsonOptional,
            openDispute),
        Endpoint(.post, disputes + "/win", for: .writer, body: .any) {
            try await endDispute($0, isWon: true)
        },
        Endpoint(.post, disputes + "/lose", for: .writer, body: .any) {
            try await endDispute($0, isWon: false)
        },
        Endpoint(.post, refunds + "/succeed", for: .writer, body: .any) {
            try await endRefund($0, succeeds: true)
        },
        Endpoint(.post, refunds + "/fail", for: .writer, body: .any) {
            try await endRefund($0, succeeds: false)
        },
    ]

    private static func sandbox(_ call: Call) throws -> SandboxService {
        guard call.merchant.processor == .sandbox else { throw Problem.testMerchantsOnly }
        guard let sandbox = call.services.sandboxService else { throw Problem.notFound }
        return sandbox
    }

    @Sendable private static func openDispute(_ call: Call) async throws -> Response {
        let sandbox = try sandbox(call)
        let find = FindCharge(checkout: try call.identifier("checkout"))
        let document = try call.document(allowed: .jsonOptional)
        let (currency, charge) = try await call.run(find)
        let (amount, reason) = try Call.read(document.root) { fields -> (Money?, String?)? in
            let amount = fields.money("amount", in: currency, atLeast: 1)
            let reason = fields.label("reason", maxLength: 64)
            fields.refuseUnknown()
            return (amount, reason)
        }
        guard let charge else { throw Problem.nothingToDispute }
        let opened = try await sandbox.openDispute(
            call.identify().base32, of: AttemptKey(charge), amount: amount?.minorUnits,
            reason: reason)
        guard let opened else {
            throw amount == nil ? Problem.nothingToDispute : Problem.disputeExceedsCaptured
        }
        try await notify(.dispute, opened.reference, call)
        return Answer(201) { opened.write(to: &$0) }.response
    }

    private static func endDispute(_ call: Call, isWon: Bool) async throws -> Response {
        let ended = try await sandbox(call).endDispute(
            call.parameters["reference"], of: call.merchant.number, isWon: isWon)
        guard let ended else { throw Problem.notFound }
        guard ended.state == (isWon ? .won : .lost) else { throw Problem.disputeNotOpen }
        try await notify(.dispute, ended.reference, call)
        return Answer { ended.write(to: &$0) }.response
    }

    private static func endRefund(_ call: Call, succeeds: Bool) async throws -> Response {
        let key = AttemptKey(merchant: call.merchant.number, text: call.parameters["refund"])
        guard let ended = try await sandbox(call).endRefund(key, succeeds: succeeds) else {
            throw Problem.notFound
        }
        switch ended {
        case .succeeded where succeeds: break
        case .failed where !succeeds: break
        case .succeeded, .failed, .pending: throw Problem.refundNotPending
        }
        try await notify(.refund, key.text, call)
        return Answer { writer in
            writer.object {
                $0.member("id", key.text)
                $0.member("state", succeeds ? "succeeded" : "failed")
            }
        }.response
    }

    /// Handles the change like any processor's notice, and returns when that is complete.
    private static func notify(
        _ kind: ProcessorNotice.Kind, _ name: String, _ call: Call
    ) async throws {
        guard let processor = try await call.services.processor(call.merchant) else { return }
        try await call.complete(
            ProcessorNotice(
                processor: processor.name, merchant: call.merchant.number, kind: kind, name: name))
    }
}

extension Problem {
    fileprivate static let testMerchantsOnly = Problem(
        403, "test_merchants_only", "only test merchants have a sandbox")
    fileprivate static let nothingToDispute = Problem(
        409, "nothing_to_dispute",
        "nothing was captured for this checkout, or everything was already refunded or disputed")
    fileprivate static let disputeExceedsCaptured = Problem(
        409, "exceeds_captured",
        "the amount is more than was captured and not yet refunded or disputed")
    fileprivate static let disputeNotOpen = Problem(
        409, "dispute_not_open", "the dispute was already decided the other way")
    fileprivate static let refundNotPending = Problem(
        409, "refund_not_pending", "the refund already ended with a different outcome")
}
