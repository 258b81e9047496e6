import Vocabulary

/// Closes attempts, voids authorizations, and refunds what was captured at once.
extension Stripe {
    /// Closes the row before it cancels the payment: only the payment of a row in state `requested`
    /// is confirmed, and a call that gets an approval after that finds the row closed and voids or
    /// refunds the payment.
    func close(_ key: AttemptKey) async throws(ProcessorFault) -> AuthorizationOutcome? {
        if try await !run(StripeCharge.close(key, at: environment.now()), key).isEmpty {
            return nil
        }
        guard let charge = try await charge(key) else { return nil }
        if charge.state != .closed, let known = try await outcome(of: charge) { return known }
        guard let intent = charge.intent else { return nil }
        if charge.state == .requested,
            try await run(charge.end(.requested, as: .closed), key).isEmpty,
            let other = try await self.charge(key), other.state != .closed
        {
            return try await outcome(of: other)
        }
        try await cancelOrRefund(charge, intent, try await api(key.merchant))
        return nil
    }

    func void(_ key: AttemptKey) async throws(ProcessorFault) -> VoidOutcome {
        guard let charge = try await charge(key) else { return .nothingToVoid }
        switch try await outcome(of: charge) {
        case nil, .declined: return .nothingToVoid
        case .voided: return .voided
        case .pending: throw .timeout
        case .approved, .partiallyApproved: break
        }
        guard let intent = charge.intent else { return .nothingToVoid }
        let api = try await api(key.merchant)
        let held = try await read(intent, api)
        // Amounts that captures took stay with the merchant; only an amount taken at once is
        // refunded.
        if held.status == .succeeded, !charge.isCaptured, !charge.isSetup { return .voided }
        if held.status == .capturable, held.captured > 0 {
            try await releaseUncaptured(held, api)
            return .voided
        }
        try await cancelOrRefund(charge, intent, api)
        try await run(charge.end(.done, as: .voided), key)
        return .voided
    }

    /// Cancels a payment, or refunds what it captured at once; repeating it is not an error.
    func cancelOrRefund(
        _ charge: StripeCharge, _ intent: String, _ api: StripeAPI
    ) async throws(ProcessorFault) {
        if try await cancel(intent, api) { return }
        let known = try await read(intent, api)
        switch known.status {
        case .canceled: return
        case .succeeded where StripeIntent.isSetup(intent): return
        case .succeeded: try await refundRemainder(charge, known, api)
        case .open, .processing, .needsAction, .capturable: throw .timeout
        }
    }

    /// Returns true if Stripe has canceled the payment.
    func cancel(
        _ intent: String, _ api: StripeAPI
    ) async throws(ProcessorFault) -> Bool {
        let reply = try await api.post(StripeIntent.path(intent) + "/cancel", [:], key: nil)
        if case .done = reply { return true }
        return false
    }

    /// Refunds the rest of an amount that was captured at once. The rest is part of the idempotency
    /// key: after any other refunds, Stripe refunds no more than is left.
    private func refundRemainder(
        _ charge: StripeCharge, _ intent: StripeIntent, _ api: StripeAPI
    ) async throws(ProcessorFault) {
        let left = intent.captured - (intent.charge?.refunded ?? 0)
        guard left > 0 else { return }
        let reply = try await api.post(
            "/v1/refunds", ["payment_intent": intent.id, "amount": String(left)],
            key: charge.key.idempotencyKey("void-\(left)"))
        if case .refused(let error) = reply, error.code != "charge_already_refunded" {
            throw .rejected
        }
    }

    /// Ends a partly captured payment: a final capture of zero releases the uncaptured rest of the
    /// authorization (docs.stripe.com/payments/multicapture).
    private func releaseUncaptured(
        _ intent: StripeIntent, _ api: StripeAPI
    ) async throws(ProcessorFault) {
        let reply = try await api.post(
            StripeIntent.path(intent.id) + "/capture",
            ["amount_to_capture": "0", "final_capture": "true"], key: nil)
        guard case .refused = reply else { return }
        if try await read(intent.id, api).status == .capturable { throw .rejected }
    }
}
