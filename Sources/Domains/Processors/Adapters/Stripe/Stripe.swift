import JSON
import Postgres
import Vocabulary

/// Charges cards through a merchant's own Stripe account, as docs/operate/processors.md describes.
///
/// The adapter creates an unconfirmed payment, which moves no money, stores its identifier, and
/// only then confirms it. If an answer is lost, our key still leads to the payment that may have
/// charged.
struct Stripe: Sendable {
    let database: Database
    let environment: StripeEnvironment

    static let name = "stripe"

    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFault) -> AuthorizationOutcome {
        let wanted = StripeCharge(request, at: environment.now())
        guard wanted.isSetup || StripeAmount(request.amount) != nil else { throw .rejected }
        let isNew = try await !run(wanted.insert, wanted.key).isEmpty
        let known = try await isNew ? wanted : existingCharge(wanted)
        guard known.state == .requested, let card = StripeCard(request.payment) else {
            guard let outcome = try await knownOutcome(known) else { throw .closed }
            return outcome
        }
        let api = try await api(known.key.merchant)
        let charge = try await known.intent == nil ? createIntent(known, request, api) : known
        guard charge.state == .requested, let intent = charge.intent else {
            guard let outcome = try await knownOutcome(charge) else { throw .closed }
            return outcome
        }
        // An earlier call with this key may have confirmed the payment.
        let isOld = known.intent != nil
        if isOld, let outcome = try await knownOutcome(charge) { return outcome }
        let path = StripeIntent.path(intent) + "/confirm"
        let form = StripeForm(confirming: card, request.billing, intent)
        let reply: StripeAPI.Reply
        do throws(ProcessorFault) {
            reply = try await api.post(path, form, key: charge.key.idempotencyKey("confirm"))
        } catch {
            throw isOld ? error.inDoubt : error
        }
        return try await answer(reply, to: charge, intent, api)
    }

    /// The outcome of a key that an earlier call used; a fault leaves that call in doubt.
    private func knownOutcome(
        _ charge: StripeCharge
    ) async throws(ProcessorFault) -> AuthorizationOutcome? {
        do throws(ProcessorFault) { return try await outcome(of: charge) } catch {
            throw error.inDoubt
        }
    }

    func find(_ key: AttemptKey) async throws(ProcessorFault) -> AuthorizationOutcome? {
        guard let charge = try await charge(key) else { return nil }
        return try await outcome(of: charge)
    }

    /// Returns the outcome from the row, or from Stripe if only Stripe knows it; nil if the key is
    /// not known to have charged.
    func outcome(of charge: StripeCharge) async throws(ProcessorFault) -> AuthorizationOutcome? {
        switch charge.state {
        case .closed: return nil
        case .declined: return .declined(charge.decline ?? .declined)
        case .voided: return .voided
        case .requested, .done:
            guard let intent = charge.intent else { return nil }
            let api = try await api(charge.key.merchant)
            return try await resolveOutcome(charge, try await read(intent, api), api)
        }
    }

    /// Returns the row of a key that was used before; throws unless it was for the same request.
    private func existingCharge(_ wanted: StripeCharge) async throws(ProcessorFault) -> StripeCharge
    {
        guard let charge = try await charge(wanted.key) else { throw .closed }
        guard charge.request == wanted.request else { throw .keyReused }
        if charge.state == .closed { throw .closed }
        return charge
    }

    /// Creates the payment and stores its identifier in the row; a failure here has charged
    /// nothing.
    private func createIntent(
        _ charge: StripeCharge, _ request: AuthorizationRequest, _ api: StripeAPI
    ) async throws(ProcessorFault) -> StripeCharge {
        let key = charge.key
        let node: StripeAPI.Reply
        do throws(ProcessorFault) {
            let customer = try await customer(request, api)
            guard let form = StripeForm(creating: request, customer: customer) else {
                throw .rejected
            }
            let path = charge.isSetup ? "/v1/setup_intents" : "/v1/payment_intents"
            node = try await api.post(path, form, key: key.idempotencyKey("create"))
        } catch {
            throw error == .rejected || error == .keyReused ? error : .unreachable
        }
        guard case .done(let made) = node, let intent = StripeIntent(made) else { throw .rejected }
        try await run(charge.name(intent.id), key)
        guard let now = try await self.charge(key) else { throw .closed }
        // The key was closed in the meantime: the payment is never confirmed, so cancel it.
        if now.intent != intent.id { _ = try? await cancel(intent.id, api) }
        return now
    }

    /// Returns the card's customer at Stripe; each saved card has a customer of its own.
    private func customer(
        _ request: AuthorizationRequest, _ api: StripeAPI
    ) async throws(ProcessorFault) -> String? {
        if case .savedCard(let savedCard, _) = StripeCard(request.payment) {
            return savedCard.customer
        }
        guard request.savesCard else { return nil }
        var form: StripeForm = [:]
        form.tag(request.key, as: StripeTag.attempt)
        let reply = try await api.post(
            "/v1/customers", form, key: request.key.idempotencyKey("customer"))
        guard case .done(let node) = reply, let name = node["id"]?.string else { throw .rejected }
        return name
    }

    private func answer(
        _ reply: StripeAPI.Reply, to charge: StripeCharge, _ intent: String, _ api: StripeAPI
    ) async throws(ProcessorFault) -> AuthorizationOutcome {
        switch reply {
        case .done(let node):
            guard let confirmed = StripeIntent(node) else { throw .garbage }
            do throws(ProcessorFault) {
                guard let outcome = try await resolveOutcome(charge, confirmed, api) else {
                    throw ProcessorFault.closed
                }
                return outcome
            } catch {
                throw error.inDoubt
            }
        case .refused(let error) where error.isCardError:
            guard let outcome = try await decline(charge, error.decline) else { throw .closed }
            return outcome
        case .refused:
            // The payment was closed or decided in the meantime, or Stripe rejects the form.
            if let known = try await knownOutcome(charge) { return known }
            throw try await self.charge(charge.key)?.state == .closed ? .closed : .rejected
        }
    }
}

extension AttemptKey {
    /// The idempotency key of one step. It contains the merchant, because two may share one
    /// account.
    func idempotencyKey(_ step: String) -> String { "paysheet-\(merchant.value)-\(text)-\(step)" }
}

extension Processor {
    /// Stripe, with its record in the server's own database.
    package static func stripe(_ database: Database, _ environment: StripeEnvironment) -> Processor
    {
        let stripe = Stripe(database: database, environment: environment)
        return Processor(
            name: Stripe.name,
            authorize: stripe.authorize, find: stripe.find, close: stripe.close,
            void: stripe.void, capture: stripe.capture, increment: stripe.increment,
            refund: stripe.refund, dispute: stripe.dispute, records: stripe.records)
    }
}
