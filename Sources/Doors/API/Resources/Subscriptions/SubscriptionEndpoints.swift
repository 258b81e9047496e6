import Checkouts
import Customers
import HTTP
import JSON
import Merchants
import Postgres
import Subscriptions
import Vocabulary

/// Subscriptions, which merchants read, change, pause and cancel.
enum SubscriptionEndpoints {
    private static let one = "/v1/subscriptions/{subscription}"

    static let all: [Endpoint] = [
        Endpoint(
            ListEndpoint<Subscription>(
                "/v1/subscriptions", filters: ["status", "customer", "plan", "checkout"],
                filter: filter)),
        .show(one) { call in
            let find = FindSubscription(subscription: try call.identifier("subscription"))
            return try await call.run(find).subscription
        },
        Endpoint(
            ListEndpoint(one + "/upcoming", taking: ["limit"], upcoming) { charge, _, entry in
                entry.object { charge.write(membersTo: &$0) }
            }),
        change, pause, resume, cancel, openPaymentSheet,
    ]

    @Sendable private static func filter(
        _ query: QueryReader, _ call: Call
    ) -> Subscription.Filter {
        var filter = Subscription.Filter()
        let words = Subscription.State.allCases.map(\.apiName).joined(separator: ", ")
        filter.state = query.value("status", detail: "one of: \(words)") { text in
            Subscription.State.allCases.first { $0.apiName == text }
        }
        filter.customer = query.identifier("customer", of: Customer.self, call)
        filter.plan = query.identifier("plan", of: Plan.self, call)
        filter.checkout = query.identifier("checkout", of: CheckoutSession.self, call)
        return filter
    }

    /// The subscription's calendar: the charges to come if nothing changes.
    @Sendable private static func upcoming(
        _ call: Call
    ) async throws -> ListEndpoint<UpcomingCharge>.Page {
        let limit = try call.query { $0.limit() }
        let find = FindSubscription(subscription: try call.identifier("subscription"))
        let found = try await call.run(find)
        return ListEndpoint.Page(found.upcoming(limit), nextCursor: nil)
    }

    static let pause = Endpoint.once(.post, one + "/pause", body: .any) { call, fields in
        let moment = fields.instant("resumesAt")
        fields.refuseUnknown()
        return PauseSubscription(
            subscription: try call.identifier("subscription"), resumesAt: moment,
            moment: call.moment)
    }

    static let resume = Endpoint.act(one + "/resume") { call in
        ResumeSubscription(
            subscription: try call.identifier("subscription"), moment: call.moment)
    }

    static let cancel = Endpoint.once(.post, one + "/cancel", body: .any) { call, fields in
        let when = fields.choice("at", of: CancelSubscription.When.self)
        fields.refuseUnknown()
        return CancelSubscription(
            subscription: try call.identifier("subscription"), when: when ?? .periodEnd,
            moment: call.moment)
    }

    /// Opens the checkout with which the buyer pays what is owed, and returns its client secret.
    static let openPaymentSheet = Endpoint(
        .post, one + "/payment-sheet", for: .writer, body: .any
    ) { call in
        try call.requireNoBody()
        let id: Subscription.ID = try call.identifier("subscription")
        let checkout = try await call.registry.retryingOnSettingsChange(call.merchant) {
            merchant in
            let open = OpenPaymentSheet(
                subscription: id, merchant: merchant, keys: call.keys, moment: call.moment)
            return try await call.run(open)
        }
        let secret = try await ShowClientSecret(checkout: checkout)(
            on: call.database, keys: call.keys)
        return Answer(201) { writer in
            writer.object {
                $0.member("checkout", checkout.text)
                $0.member("clientSecret", secret.text)
            }
        }.response
    }

    // MARK: Changing the plan

    /// Quotes a change, or applies the quote that the body names.
    static let change = Endpoint(.post, one + "/change", for: .writer, repeated: .oneTransaction) {
        call in
        let document = try call.document()
        let id: Subscription.ID = try call.identifier("subscription")
        let request = try Call.read(document.root) { SubscriptionChangeInput(reading: $0, call) }
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
        _ = try call.claim(of: nil)
        let outcome = try await call.registry.retryingOnSettingsChange(call.merchant) {
            merchant in
            let apply = ApplyChange(
                subscription: id, quote: quote, merchant: merchant, keys: call.keys,
                requestID: call.request.id, moment: call.moment)
            return try await call.run(apply)
        }
        return try await answer(outcome, call)
    }

    private static func answer(
        _ outcome: ApplyChange.Outcome, _ call: Call
    ) async throws -> Response {
        switch outcome {
        case .applied(let subscription):
            return Answer { writer in
                writer.object {
                    $0.member("status", "applied")
                    $0.member("subscription", subscription)
                }
            }.response
        case .consentNeeded(let checkout):
            let secret = try await ShowClientSecret(checkout: checkout)(
                on: call.database, keys: call.keys)
            return Answer { writer in
                writer.object {
                    $0.member("status", "consentNeeded")
                    $0.member("checkout", checkout.text)
                    $0.member("clientSecret", secret.text)
                }
            }.response
        }
    }
}
