import Checkouts
import HTTP
import JSON
import Merchants
import Postgres
import Subscriptions
import Vocabulary

/// The demo's subscription: a member sees its calendar, changes and ends it, and lets weeks pass.
///
/// A member's credential is the secret of the checkout with which they joined. Their requests run
/// through the same endpoints as those of the merchant's own server.
enum DemoClub {
    static func endpoints(of merchant: String) -> [Endpoint] {
        let show = Endpoint(.get, "/demo/club", for: .buyer) { call in
            try await showMembership(try await asShop(of: merchant, call))
        }
        return [show]
            + [
                ("change", SubscriptionEndpoints.change), ("pause", SubscriptionEndpoints.pause),
                ("resume", SubscriptionEndpoints.resume), ("cancel", SubscriptionEndpoints.cancel),
                ("payment-sheet", SubscriptionEndpoints.openPaymentSheet),
                ("advance", ClockEndpoints.advance),
            ].map { name, endpoint in
                endpoint.moved(to: "/demo/club/" + name, for: .buyer) {
                    try await asShop(of: merchant, $0)
                }
            }
    }

    /// Opens the plans, and a clock for one member: it starts now, in whole seconds.
    static func openMembership(_ call: Call) async throws -> DemoMembership {
        for plan in DemoPlan.allCases { try await open(plan, call) }
        let merchant = call.merchant
        let clock = TestClock(
            id: call.newID(), name: "demo",
            at: Instant(seconds: call.now.microseconds / 1_000_000), createdAt: call.now)
        let open = CreateClock(clock: clock, merchant: merchant)
        _ = try await call.run(open)
        return DemoMembership(plan: DemoPlan.one.id(of: merchant.number), clock: clock.id)
    }

    /// Opens the plan unless it exists.
    private static func open(_ demo: DemoPlan, _ call: Call) async throws {
        let id = demo.id(of: call.merchant.number)
        guard try await FindPlan(plan: id)(on: call.database) == nil else { return }
        let document = try Document.parse(Array(demo.terms.utf8))
        let terms = try Call.read(document.root) { call.planTerms($0) }
        let plan = Plan(id: id, terms: terms, createdAt: call.now)
        let open = CreatePlan(plan: plan)
        do {
            _ = try await call.run(open)
        } catch PostgresError.constraint(_, .unique, _) {
            // Another visitor opened it at the same moment.
        }
    }

    /// The same request as the shop's own server would send it, for the member's subscription and
    /// clock.
    private static func asShop(of merchant: String, _ call: Call) async throws -> Call {
        guard case .buyer(let secret, let found) = call.caller, found.name == merchant, !found.live
        else { throw Problem.notFound }
        var filter = Subscription.Filter()
        filter.checkout = secret.checkout
        let list = ListPage<Subscription>(of: found.number, filter, limit: 1)
        guard let subscription = try await list(on: call.database).items.first,
            let clock = subscription.clock
        else { throw Problem.notFound }
        return Call(
            request: call.request,
            parameters: Parameters([
                ("subscription", subscription.id.text), ("clock", clock.text),
            ]), caller: .demo(found), now: call.now, services: call.services)
    }

    /// Shows everything on a member's page.
    private static func showMembership(_ call: Call) async throws -> Response {
        let find = FindSubscription(subscription: try call.identifier("subscription"))
        let found = try await call.run(find)
        let clock = try await FindClock(clock: try call.identifier("clock"))(on: call.database)
        var filter = Invoice.Filter()
        filter.subscription = found.subscription.id
        let list = ListPage<Invoice>(
            of: call.merchant.number, filter, limit: Self.invoicesShown)
        let invoices = try await list(on: call.database).items
        return Answer { writer in
            writer.object {
                $0.member("subscription", found.subscription)
                $0.member("clock", clock)
                $0.array("upcoming", found.upcoming(Self.chargesShown)) { upcoming, entry in
                    entry.object { upcoming.write(membersTo: &$0) }
                }
                $0.array("invoices", invoices) { invoice, entry in entry.value(invoice) }
                $0.array("plans", DemoPlan.allCases) { plan, entry in
                    entry.value(plan.id(of: call.merchant.number).text)
                }
            }
        }.response
    }

    /// As many as fit on a phone's screen.
    private static let invoicesShown = 8
    private static let chargesShown = 4
}
