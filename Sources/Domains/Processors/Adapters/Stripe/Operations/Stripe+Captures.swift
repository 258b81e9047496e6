import JSON
import Postgres
import Vocabulary

/// Captures and increments at Stripe after an authorization.
///
/// Stripe keeps an idempotent answer for one day only, and a request may be repeated after that. So
/// Stripe's own objects carry our key in their metadata, and this code checks them first.
extension Stripe {
    func capture(_ request: CaptureRequest) async throws(ProcessorFault) -> CaptureOutcome {
        var (wanted, _) = try await insertOrFind(
            StripeOperation(
                .capture, request.key, of: request.charge, request.amount, isLast: request.isLast))
        guard wanted.state == .requested else { return wanted.capture }
        guard let (charge, intent, api) = try await payment(request.charge) else {
            wanted.refuse(.noSuchCharge)
            return try await storeResult(wanted).capture
        }
        let tag = StripeTag.capture(request.key)
        if let refusal = refusalReason(wanted, charge, intent, tag) {
            wanted.refuse(refusal)
        } else if intent.metadata(tag) == nil, !charge.isSetup {
            var form: StripeForm = ["amount_to_capture": units(wanted)]
            // Stripe's default is a final capture; a partial one must say that more will follow.
            if !request.isLast, intent.charge?.supportsPartialCaptures == true {
                form["final_capture"] = "false"
            }
            form["metadata[\(tag)]"] = units(wanted)
            let path = StripeIntent.path(intent.id) + "/capture"
            let reply = try await api.post(path, form, key: request.key.idempotencyKey("capture"))
            if case .refused(let error) = reply {
                let known = try await read(intent.id, api)
                if known.metadata(tag) == nil {
                    wanted.refuse(
                        refusalReason(wanted, charge, known, tag)
                            ?? (error.isCardError ? .refusedByBank : .unsupported))
                }
            }
        }
        if wanted.state == .requested {
            wanted.state = .done
            wanted.reference = intent.id
        }
        return try await storeResult(wanted).capture
    }

    func increment(_ request: IncrementRequest) async throws(ProcessorFault) -> IncrementOutcome {
        var (wanted, _) = try await insertOrFind(
            StripeOperation(.increment, request.key, of: request.charge, request.amount))
        guard let (charge, intent, api) = try await payment(request.charge) else {
            if wanted.state == .requested { wanted.refuse(.noSuchCharge) }
            return try await storeResult(wanted).increment(captureBefore: environment.now())
        }
        let tag = StripeTag.increment(request.key)
        let before = { (intent: StripeIntent) in charge.captureBefore(intent) }
        guard wanted.state == .requested else {
            return wanted.increment(captureBefore: before(intent))
        }
        if let refusal = refusalReason(wanted, charge, intent, tag) {
            wanted.refuse(refusal)
        } else if intent.metadata(tag) == nil {
            try await raise(&wanted, intent, tag, api)
        }
        if wanted.state == .requested { wanted.state = .done }
        return try await storeResult(wanted).increment(captureBefore: before(intent))
    }

    /// Increments the authorization. Stripe expects its new total, which stays the same for a key.
    private func raise(
        _ wanted: inout StripeOperation, _ intent: StripeIntent, _ tag: String, _ api: StripeAPI
    ) async throws(ProcessorFault) {
        guard let more = StripeAmount(wanted.amount)?.units else {
            wanted.refuse(.unsupported)
            return
        }
        let row = try await run(wanted.storeTarget(intent.amount + more), wanted.key).first
        guard let row else { throw .garbage }
        let target: Int64 = try readable { try row.get("target") }
        let reply = try await api.post(
            StripeIntent.path(intent.id) + "/increment_authorization",
            ["amount": String(target), "metadata[\(tag)]": String(more)],
            key: wanted.key.idempotencyKey("increment"))
        guard case .refused(let error) = reply else { return }
        if error.isCardError {
            wanted.state = .declined
            wanted.reason = error.decline.code
        } else if try await read(intent.id, api).metadata(tag) == nil {
            wanted.refuse(.unsupported)
        }
    }

    /// Returns the most fundamental reason to refuse; nil also if this key already did it.
    private func refusalReason(
        _ wanted: StripeOperation, _ charge: StripeCharge, _ intent: StripeIntent, _ tag: String
    ) -> PaymentOperationRefusal? {
        guard intent.metadata(tag) == nil else { return nil }
        guard charge.state == .done else { return .noSuchCharge }
        guard wanted.amount.currency == charge.amount.currency,
            let units = charge.isSetup
                ? wanted.amount.minorUnits : StripeAmount(wanted.amount)?.units
        else { return .unsupported }
        if charge.isSetup { return units > 0 ? .exceeds : nil }
        guard intent.status == .capturable else { return .expired }
        switch wanted.kind {
        case .refund: return nil
        case .increment: return intent.charge?.supportsIncrements == true ? nil : .unsupported
        case .capture:
            if units > intent.capturable { return .exceeds }
            let isPart = !wanted.isLast && units < intent.capturable
            return isPart && intent.charge?.supportsPartialCaptures != true ? .unsupported : nil
        }
    }

    private func units(_ wanted: StripeOperation) -> String {
        String(StripeAmount(wanted.amount)?.units ?? 0)
    }

    // MARK: Steps of every operation

    /// Returns the row of a key, inserted by this call or by an earlier one, and whether it is new.
    func insertOrFind(
        _ wanted: StripeOperation
    ) async throws(ProcessorFault) -> (StripeOperation, isNew: Bool) {
        if try await !run(wanted.insert(at: environment.now()), wanted.key).isEmpty {
            return (wanted, true)
        }
        guard let known = try await operation(wanted.kind, wanted.key) else { throw .garbage }
        guard known.isSameRequest(as: wanted) else { throw .keyReused }
        return (known, false)
    }

    /// Stores the result; if another call stored one first, returns that one.
    func storeResult(_ wanted: StripeOperation) async throws(ProcessorFault) -> StripeOperation {
        if try await !run(wanted.store, wanted.key).isEmpty { return wanted }
        guard let known = try await operation(wanted.kind, wanted.key) else { throw .garbage }
        return known
    }

    private func operation(
        _ kind: StripeOperation.Kind, _ key: AttemptKey
    ) async throws(ProcessorFault) -> StripeOperation? {
        guard let row = try await run(StripeOperation.find(kind, key), key).first else {
            return nil
        }
        return try readable { try StripeOperation(row, kind, key) }
    }

    /// Returns the current row of a charge with Stripe's payment; nil if no money was ever
    /// approved.
    func payment(
        _ key: AttemptKey
    ) async throws(ProcessorFault) -> (StripeCharge, StripeIntent, StripeAPI)? {
        guard let charge = try await charge(key),
            charge.state == .requested || charge.state == .done,
            let name = charge.intent
        else { return nil }
        let api = try await api(key.merchant)
        let intent = try await read(name, api)
        if charge.state == .done { return (charge, intent, api) }
        // The answer was lost, and no call has asked Stripe since.
        guard try await resolveOutcome(charge, intent, api) != nil,
            let now = try await self.charge(key), now.state == .done
        else { return nil }
        return (now, intent, api)
    }
}
