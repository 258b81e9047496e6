import JSON
import Postgres
import Vocabulary

/// Reconciles a payment's state at Stripe with our row of it.
extension Stripe {
    /// Returns the outcome of a payment; nil if it was never confirmed or the key was closed.
    func resolveOutcome(
        _ charge: StripeCharge, _ intent: StripeIntent, _ api: StripeAPI
    ) async throws(ProcessorFault) -> AuthorizationOutcome? {
        switch intent.status {
        case .processing: return .pending
        case .open:
            guard let error = intent.error else { return nil }
            return try await decline(charge, error.decline)
        case .needsAction:
            let outcome = try await decline(charge, .authenticationRequired)
            // The authentication request must stay unanswered; a payment that is not canceled
            // expires.
            _ = try? await cancel(intent.id, api)
            return outcome
        case .capturable, .succeeded: return try await approve(charge, intent, api)
        case .canceled:
            // A canceled payment reserves no money; without a charge it was never confirmed, and
            // never reserved any.
            let wasHeld = intent.charge != nil
            let state = try await end(
                charge, as: wasHeld && charge.state == .done ? .voided : .closed)
            switch state {
            case .closed, .requested: return nil
            case .declined:
                return .declined(try await self.charge(charge.key)?.decline ?? .declined)
            case .voided, .done: return .voided
            }
        }
    }

    private func approve(
        _ charge: StripeCharge, _ intent: StripeIntent, _ api: StripeAPI
    ) async throws(ProcessorFault) -> AuthorizationOutcome? {
        switch try await end(charge, as: .done) {
        case .done, .requested: return charge.approval(intent)
        case .voided: return .voided
        case .declined, .closed:
            // An earlier call has already promised that this key never charges.
            try await cancelOrRefund(charge, intent.id, api)
            return nil
        }
    }

    func decline(
        _ charge: StripeCharge, _ reason: DeclineReason
    ) async throws(ProcessorFault) -> AuthorizationOutcome? {
        switch try await end(charge, as: .declined, reason) {
        case .declined: .declined(try await self.charge(charge.key)?.decline ?? reason)
        case .voided: .voided
        case .requested, .done, .closed: nil
        }
    }

    /// Moves the row to its final state. Returns the row's state, which another call may have set
    /// before.
    @discardableResult
    private func end(
        _ charge: StripeCharge, as state: StripeCharge.State, _ reason: DeclineReason? = nil
    ) async throws(ProcessorFault) -> StripeCharge.State {
        let from: StripeCharge.State = state == .voided ? .done : .requested
        if charge.state == from || charge.state == .requested,
            try await !run(charge.end(from, as: state, reason), charge.key).isEmpty
        {
            return state
        }
        return try await self.charge(charge.key)?.state ?? .closed
    }

    // MARK: Reading

    /// The row of a key; nil also for a key that was closed before it was used.
    func charge(_ key: AttemptKey) async throws(ProcessorFault) -> StripeCharge? {
        guard let row = try await run(StripeCharge.find(key), key).first else { return nil }
        return try readable { try StripeCharge(row, key: key) }
    }

    func read(_ intent: String, _ api: StripeAPI) async throws(ProcessorFault) -> StripeIntent {
        let query = "?expand[]=" + StripeIntent.expansion(intent)
        switch try await api.get(StripeIntent.path(intent), query) {
        case .done(let node):
            guard let intent = StripeIntent(node) else { throw .garbage }
            return intent
        // The keys are of another account than the one that created the payment.
        case .refused: throw .rejected
        }
    }

    func api(_ merchant: MerchantNumber) async throws(ProcessorFault) -> StripeAPI {
        let account: StripeAccount?
        do { account = try await environment.account(merchant) } catch {
            environment.report(error)
            throw .unreachable
        }
        guard let account else { throw .rejected }
        return StripeAPI(account: account, environment: environment)
    }

    /// Reads a row. A row that cannot be read counts as an unreadable answer.
    func readable<Value>(_ read: () throws -> Value) throws(ProcessorFault) -> Value {
        do {
            return try read()
        } catch {
            environment.report(error)
            throw .garbage
        }
    }

    @discardableResult
    func run(_ query: Query, _ key: AttemptKey) async throws(ProcessorFault) -> [Row] {
        do {
            return try await database.run(query, groupCommit: .locking(key.text))
        } catch {
            environment.report(error)
            throw ProcessorFault(error)
        }
    }
}
