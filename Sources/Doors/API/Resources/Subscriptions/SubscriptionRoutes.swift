import Checkouts
import Customers
import HTTP
import JSON
import Merchants
import Postgres
import Subscriptions
import Vocabulary

/// Routes for subscriptions, which merchants read, change, pause and cancel.
extension Services {
    var subscriptionRoutes: [Route] {
        let one = "/v1/subscriptions/{subscription}"
        return [
            route(.get, "/v1/subscriptions", for: [.read, .write], listSubscriptions),
            route(.get, one, for: [.read, .write], showSubscription),
            route(.get, one + "/upcoming", for: [.read, .write], showUpcoming),
            route(.post, one + "/change", for: .write, changeSubscription),
            route(.post, one + "/pause", for: .write, body: .any, pause),
            route(.post, one + "/resume", for: .write, body: .any, resume),
            route(.post, one + "/cancel", for: .write, body: .any, cancelSubscription),
            route(.post, one + "/payment-sheet", for: .write, body: .any, openPaymentSheet),
        ]
    }

    @Sendable private func listSubscriptions(_ call: Call) async throws -> Response {
        let names: Set = ["status", "customer", "plan", "checkout"]
        return try await list(
            Subscription.self, of: call.merchant.number, call, knowing: names
        ) { query in
            var filter = Subscription.Filter()
            let words = Subscription.State.allCases.map(\.apiName).joined(separator: ", ")
            filter.state = query.value("status", detail: "one of: \(words)") { text in
                Subscription.State.allCases.first { $0.apiName == text }
            }
            filter.customer = query.identifier("customer", of: Customer.self, call)
            filter.plan = query.identifier("plan", of: Plan.self, call)
            filter.checkout = query.identifier("checkout", of: CheckoutSession.self, call)
            return filter
        } write: {
            $0.write(to: &$1)
        }
    }

    @Sendable private func showSubscription(_ call: Call) async throws -> Response {
        let find = FindSubscription(subscription: try call.identifier("subscription"))
        let found = try await database.transaction { try find(in: $0) }
        return Answer { found.subscription.write(to: &$0) }.response
    }

    /// The subscription's calendar: the charges to come if nothing changes.
    @Sendable private func showUpcoming(_ call: Call) async throws -> Response {
        let limit = try call.query(knowing: ["limit"]) { $0.limit() }
        let find = FindSubscription(subscription: try call.identifier("subscription"))
        let found = try await database.transaction { try find(in: $0) }
        return listAnswer(all: found.upcoming(limit)) { upcoming, entry in
            entry.object { upcoming.write(membersTo: &$0) }
        }.response
    }

    /// Quotes a change, or applies the quote that the body names.
    @Sendable func changeSubscription(_ call: Call) async throws -> Response {
        let document = try call.document()
        let id: Subscription.ID = try call.identifier("subscription")
        let request = try Call.read(document.root) { SubscriptionChangeRequest(reading: $0, call) }
        guard let quote = request.quote else {
            let verb = QuoteChange(
                subscription: id, plan: request.plan, isAtPeriodEnd: request.isAtPeriodEnd,
                proration: request.proration, moment: call.moment)
            do {
                return try await call.idempotent(document) { transaction in
                    let quoted = try verb(in: transaction)
                    return Answer(201) { quoted.write(to: &$0) }
                }
            } catch SubscriptionRefusal.planArchived {
                throw SubscriptionRefusal.noSuchPlan
            }
        }
        // A quote can be used only once, so the key is not stored; an invalid key is still refused.
        _ = try call.claim { [] }
        let outcome = try await registry.retryingOnSettingsChange(call.merchant) { merchant in
            let apply = ApplyChange(
                subscription: id, quote: quote, merchant: merchant, keys: keys,
                requestID: call.request.id, moment: call.moment)
            return try await database.transaction { try apply(in: $0) }
        }
        return try await answer(outcome)
    }

    private func answer(_ outcome: ApplyChange.Outcome) async throws -> Response {
        switch outcome {
        case .applied(let subscription):
            return Answer { writer in
                writer.object {
                    $0.member("status", "applied")
                    $0.member("subscription", subscription)
                }
            }.response
        case .consentNeeded(let checkout):
            let secret = try await ShowClientSecret(checkout: checkout)(on: database, keys: keys)
            return Answer { writer in
                writer.object {
                    $0.member("status", "consentNeeded")
                    $0.member("checkout", checkout.text)
                    $0.member("clientSecret", secret.text)
                }
            }.response
        }
    }

    @Sendable func pause(_ call: Call) async throws -> Response {
        let document = try call.optionalDocument()
        let resumesAt = try document.flatMap { document in
            try Call.read(document.root) { fields -> Instant?? in
                let moment = fields.instant("resumesAt")
                fields.refuseUnknown()
                return .some(moment)
            }
        }
        let id: Subscription.ID = try call.identifier("subscription")
        let pause = PauseSubscription(subscription: id, resumesAt: resumesAt, moment: call.moment)
        return try await call.idempotent(document) { transaction in
            let subscription = try pause(in: transaction)
            return Answer { subscription.write(to: &$0) }
        }
    }

    @Sendable func resume(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        let resume = ResumeSubscription(
            subscription: try call.identifier("subscription"), moment: call.moment)
        return try await call.idempotent(nil) { transaction in
            let subscription = try resume(in: transaction)
            return Answer { subscription.write(to: &$0) }
        }
    }

    @Sendable func cancelSubscription(_ call: Call) async throws -> Response {
        let document = try call.optionalDocument()
        let when = try document.map { document in
            try Call.read(document.root) { fields -> CancelSubscription.When? in
                let when = fields.choice("at", of: CancelSubscription.When.self)
                fields.refuseUnknown()
                return when ?? .periodEnd
            }
        }
        let cancel = CancelSubscription(
            subscription: try call.identifier("subscription"), when: when ?? .periodEnd,
            moment: call.moment)
        return try await call.idempotent(document) { transaction in
            let subscription = try cancel(in: transaction)
            return Answer { subscription.write(to: &$0) }
        }
    }

    /// Opens the checkout with which the buyer pays what is owed, and returns its client secret.
    @Sendable func openPaymentSheet(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        let id: Subscription.ID = try call.identifier("subscription")
        let checkout = try await registry.retryingOnSettingsChange(call.merchant) { merchant in
            let open = OpenPaymentSheet(
                subscription: id, merchant: merchant, keys: keys, moment: call.moment)
            return try await database.transaction { try open(in: $0) }
        }
        let secret = try await ShowClientSecret(checkout: checkout)(on: database, keys: keys)
        return Answer(201) { writer in
            writer.object {
                $0.member("checkout", checkout.text)
                $0.member("clientSecret", secret.text)
            }
        }.response
    }
}

extension Call {
    /// The body as a document; nil without a body.
    func optionalDocument() throws -> Document? {
        request.body.isEmpty ? nil : try document()
    }
}

extension QueryReader {
    /// Reads the identifier of an object that belongs to the caller.
    func identifier<Noun: Identified>(
        _ name: String, of noun: Noun.Type, _ call: Call
    ) -> Identifier<Noun>? {
        value(name, detail: "one of your ids, which begins with \(Noun.identifierPrefix)_") {
            text in
            Identifier<Noun>(text).flatMap { $0.merchant == call.merchant.number ? $0 : nil }
        }
    }
}
