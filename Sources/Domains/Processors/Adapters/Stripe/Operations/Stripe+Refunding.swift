import JSON
import Postgres
import Vocabulary

/// Refunds, and disputes by buyers' banks.
extension Stripe {
    func refund(_ request: RefundRequest) async throws(ProcessorFault) -> RefundOutcome {
        var (wanted, isNew) = try await insertOrFind(
            StripeOperation(.refund, request.key, of: request.charge, request.amount))
        if wanted.state != .requested, wanted.state != .pending { return wanted.refund }
        guard let (charge, intent, api) = try await payment(request.charge) else {
            wanted.refuse(.noSuchCharge)
            return try await storeResult(wanted).refund
        }
        if let reference = wanted.reference {
            let reply = try await api.get("/v1/refunds/" + reference)
            guard case .done(let node) = reply else { throw .garbage }
            return try await written(wanted, node)
        }
        // Checked before `refusalReason`: this key may already have refunded the amount.
        if !isNew, let made = try await made(request.key, intent, api) {
            return try await written(wanted, made)
        }
        if let refusal = refusalReason(wanted, charge, intent) {
            wanted.refuse(refusal)
            return try await storeResult(wanted).refund
        }
        var form: StripeForm = [
            "payment_intent": intent.id,
            "amount": String(StripeAmount(request.amount)?.units ?? 0),
        ]
        form.tag(request.key, as: StripeTag.refund)
        switch try await api.post("/v1/refunds", form, key: request.key.idempotencyKey("refund")) {
        case .done(let node): return try await written(wanted, node)
        case .refused(let error):
            if let made = try await made(request.key, intent, api) {
                return try await written(wanted, made)
            }
            wanted.refuse(PaymentOperationRefusal(refund: error))
            return try await storeResult(wanted).refund
        }
    }

    private func refusalReason(
        _ wanted: StripeOperation, _ charge: StripeCharge, _ intent: StripeIntent
    ) -> PaymentOperationRefusal? {
        guard wanted.amount.currency == charge.amount.currency else { return .unsupported }
        // A refund of an uncaptured payment would void its authorization.
        guard intent.captured > 0 else { return .exceeds }
        guard let units = StripeAmount(wanted.amount)?.units else { return .unsupported }
        // Only Stripe knows how much of it was refunded before.
        return units > intent.captured ? .exceeds : nil
    }

    /// Returns the refund that was made with a key; nil if Stripe has none.
    private func made(
        _ key: AttemptKey, _ intent: StripeIntent, _ api: StripeAPI
    ) async throws(ProcessorFault) -> Node? {
        let query = "?payment_intent=\(intent.id)&limit=\(Self.refundsMax)"
        guard case .done(let list) = try await api.get("/v1/refunds", query),
            let refunds = list["data"]?.elements
        else { throw .garbage }
        return refunds.first { $0["metadata"]?[StripeTag.refund]?.string == key.text }
    }

    /// One page at Stripe; a payment with more refunds shows the latest ones.
    private static let refundsMax = 100

    private func written(
        _ wanted: StripeOperation, _ node: Node
    ) async throws(ProcessorFault) -> RefundOutcome {
        guard let reference = node["id"]?.string else { throw .garbage }
        var wanted = wanted
        wanted.reference = reference
        switch node["status"]?.string {
        case "succeeded": wanted.state = .done
        case "pending", "requires_action": wanted.state = .pending
        case "failed", "canceled": wanted.refuse(.refusedByBank)
        default: throw .garbage
        }
        return try await storeResult(wanted).refund
    }

    // MARK: Disputes

    func dispute(
        _ merchant: MerchantNumber, _ reference: String
    ) async throws(ProcessorFault) -> DisputeReport? {
        // The reference becomes part of a URL path.
        guard reference.utf8.allSatisfy(Self.isNameByte) else { return nil }
        let api = try await api(merchant)
        guard case .done(let node) = try await api.get("/v1/disputes/" + reference),
            let state = node["status"]?.string.flatMap(DisputeReport.State.init(stripe:)),
            let intent = node["payment_intent"]?.string, let units = node["amount"]?.int64
        else { return nil }
        let key = AttemptKey(merchant: merchant, text: intent)
        guard let row = try await run(StripeCharge.find(intent: intent, of: merchant), key).first
        else { return nil }
        let charge: String = try readable { try row.get("key") }
        let code = node["currency"]?.string?.uppercased() ?? ""
        guard let currency = Currency(code), let amount = StripeAmount.money(units, currency) else {
            throw .garbage
        }
        return DisputeReport(
            reference: reference, charge: AttemptKey(merchant: merchant, text: charge),
            amount: amount, reason: node["reason"]?.string ?? "general", state: state)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_")
    }
}

extension DisputeReport.State {
    /// Returns nil for an inquiry, which moves no money, and for a dispute that ended without any.
    fileprivate init?(stripe word: String) {
        switch word {
        case "needs_response", "under_review": self = .opened
        case "won": self = .won
        case "lost": self = .lost
        default: return nil
        }
    }
}

extension PaymentOperationRefusal {
    /// Stripe has no error code for an excessive amount, so every other error of a request counts
    /// as one.
    fileprivate init(refund error: StripeError) {
        switch error.code {
        case "charge_disputed", "refund_disputed_payment": self = .refusedByBank
        case "charge_not_refundable", "payment_method_not_refundable": self = .unsupported
        default: self = error.isCardError ? .refusedByBank : .exceeds
        }
    }
}
