import JSON
import Postgres
import Vocabulary

/// Captures and increments at Stripe after an authorization.
///
/// Stripe keeps an idempotent answer for one day only, and a request may be repeated after that. So
/// Stripe's own objects carry our key in their metadata, and this code checks them first.
extension Stripe {
    func capture(_ request: CaptureRequest) async throws(ProcessorFault) -> CaptureOutcome {
        var (wanted, _) = try await begun(
            StripeSettlement(
                .capture, request.key, of: request.charge, request.amount, isLast: request.isLast))
        guard wanted.state == .asked else { return wanted.capture }
        guard let (charge, intent, api) = try await payment(request.charge) else {
            wanted.refuse(.noSuchCharge)
            return try await ended(wanted).capture
        }
        let tag = StripeTag.capture(request.key)
        if let refusal = judge(wanted, charge, intent, tag) {
            wanted.refuse(refusal)
        } else if intent.metadata(tag) == nil, !charge.isSetup {
            var form: StripeForm = ["amount_to_capture": units(wanted)]
            // Stripe's default is a final capture; a partial one must say that more will follow.
            if !request.isLast, intent.charge?.takesParts == true {
                form["final_capture"] = "false"
            }
            form["metadata[\(tag)]"] = units(wanted)
            let path = StripeIntent.path(intent.id) + "/capture"
            let reply = try await api.post(path, form, key: request.key.once("capture"))
            if case .refused(let error) = reply {
                let known = try await read(intent.id, api)
                if known.metadata(tag) == nil {
                    wanted.refuse(
                        judge(wanted, charge, known, tag)
                            ?? (error.isOfTheCard ? .refusedByBank : .unsupported))
                }
            }
        }
        if wanted.state == .asked {
            wanted.state = .done
            wanted.reference = intent.id
        }
        return try await ended(wanted).capture
    }

    func increment(_ request: IncrementRequest) async throws(ProcessorFault) -> IncrementOutcome {
        var (wanted, _) = try await begun(
            StripeSettlement(.increment, request.key, of: request.charge, request.amount))
        guard let (charge, intent, api) = try await payment(request.charge) else {
            if wanted.state == .asked { wanted.refuse(.noSuchCharge) }
            return try await ended(wanted).increment(captureBefore: outside.now())
        }
        let tag = StripeTag.increment(request.key)
        let before = { (intent: StripeIntent) in charge.captureBefore(intent) }
        guard wanted.state == .asked else {
            return wanted.increment(captureBefore: before(intent))
        }
        if let refusal = judge(wanted, charge, intent, tag) {
            wanted.refuse(refusal)
        } else if intent.metadata(tag) == nil {
            try await raise(&wanted, intent, tag, api)
        }
        if wanted.state == .asked { wanted.state = .done }
        return try await ended(wanted).increment(captureBefore: before(intent))
    }

    /// Stripe expects the new total to hold, which stays the same for a key.
    private func raise(
        _ wanted: inout StripeSettlement, _ intent: StripeIntent, _ tag: String, _ api: StripeAPI
    ) async throws(ProcessorFault) {
        guard let more = StripeAmount(wanted.amount)?.units else {
            wanted.refuse(.unsupported)
            return
        }
        let row = try await run(wanted.aim(at: intent.amount + more), wanted.key).first
        guard let row else { throw .garbage }
        let target: Int64 = try readable { try row.get("target") }
        let reply = try await api.post(
            StripeIntent.path(intent.id) + "/increment_authorization",
            ["amount": String(target), "metadata[\(tag)]": String(more)],
            key: wanted.key.once("increment"))
        guard case .refused(let error) = reply else { return }
        if error.isOfTheCard {
            wanted.state = .declined
            wanted.reason = error.decline.code
        } else if try await read(intent.id, api).metadata(tag) == nil {
            wanted.refuse(.unsupported)
        }
    }

    /// Returns the most fundamental reason to refuse; nil also if this key already did it.
    private func judge(
        _ wanted: StripeSettlement, _ charge: StripeCharge, _ intent: StripeIntent, _ tag: String
    ) -> SettlementRefusal? {
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
        case .increment: return intent.charge?.canBeRaised == true ? nil : .unsupported
        case .capture:
            if units > intent.capturable { return .exceeds }
            let isPart = !wanted.isLast && units < intent.capturable
            return isPart && intent.charge?.takesParts != true ? .unsupported : nil
        }
    }

    private func units(_ wanted: StripeSettlement) -> String {
        String(StripeAmount(wanted.amount)?.units ?? 0)
    }

    // MARK: Steps of every operation

    /// Returns the row of a key, inserted by this call or by an earlier one, and whether it is new.
    func begun(
        _ wanted: StripeSettlement
    ) async throws(ProcessorFault) -> (StripeSettlement, isNew: Bool) {
        if try await !run(wanted.insert(at: outside.now()), wanted.key).isEmpty {
            return (wanted, true)
        }
        guard let known = try await settlement(wanted.kind, wanted.key) else { throw .garbage }
        guard known.isSameRequest(as: wanted) else { throw .keyReused }
        return (known, false)
    }

    /// Stores the result; if another call stored one first, returns that one.
    func ended(_ wanted: StripeSettlement) async throws(ProcessorFault) -> StripeSettlement {
        if try await !run(wanted.store, wanted.key).isEmpty { return wanted }
        guard let known = try await settlement(wanted.kind, wanted.key) else { throw .garbage }
        return known
    }

    private func settlement(
        _ kind: StripeSettlement.Kind, _ key: AttemptKey
    ) async throws(ProcessorFault) -> StripeSettlement? {
        guard let row = try await run(StripeSettlement.find(kind, key), key).first else {
            return nil
        }
        return try readable { try StripeSettlement(row, kind, key) }
    }

    /// Returns the current row of a charge with Stripe's payment; nil if no money was ever
    /// approved.
    func payment(
        _ key: AttemptKey
    ) async throws(ProcessorFault) -> (StripeCharge, StripeIntent, StripeAPI)? {
        guard let charge = try await charge(key), charge.state == .asked || charge.state == .done,
            let name = charge.intent
        else { return nil }
        let api = try await api(key.merchant)
        let intent = try await read(name, api)
        if charge.state == .done { return (charge, intent, api) }
        // The answer was lost, and no call has asked Stripe since.
        guard try await conclude(charge, intent, api) != nil,
            let now = try await self.charge(key), now.state == .done
        else { return nil }
        return (now, intent, api)
    }
}
