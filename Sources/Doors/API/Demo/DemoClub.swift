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
/// through the same routes as those of the merchant's own server.
extension Services {
    func clubRoutes(of merchant: String) -> [Route] {
        func member(
            _ method: HTTP.Method, _ path: String, body: BodyRule? = nil,
            _ handler: @escaping Handler
        ) -> Route {
            route(method, "/demo/club" + path, for: .buyer, body: body) { call in
                try await handler(try await self.asShop(of: merchant, call))
            }
        }
        return [
            member(.get, "", showMembership),
            member(.post, "/change", changeSubscription),
            member(.post, "/pause", body: .any, pause),
            member(.post, "/resume", body: .any, resume),
            member(.post, "/cancel", body: .any, cancelSubscription),
            member(.post, "/payment-sheet", body: .any, openPaymentSheet),
            member(.post, "/advance", advanceClock),
        ]
    }

    /// Opens the plans, and a clock for one member: it starts now, in whole seconds.
    func openMembership(_ call: Call) async throws -> DemoMembership {
        for plan in DemoPlan.allCases { try await open(plan, call) }
        let merchant = call.merchant
        let clock = TestClock(
            id: TestClock.ID(merchant: merchant.number, uuid: call.identify()), name: "demo",
            at: Instant(seconds: call.now.microseconds / 1_000_000), createdAt: call.now)
        let open = CreateClock(clock: clock, merchant: merchant)
        _ = try await database.transaction { try open(in: $0) }
        return DemoMembership(plan: DemoPlan.one.id(of: merchant.number), clock: clock.id)
    }

    /// Opens the plan unless it exists.
    private func open(_ demo: DemoPlan, _ call: Call) async throws {
        let id = demo.id(of: call.merchant.number)
        guard try await FindPlan(plan: id)(on: database) == nil else { return }
        let document = try Document.parse(Array(demo.terms.utf8))
        let plan = Plan(id: id, terms: try call.planTerms(document), createdAt: call.now)
        let open = CreatePlan(plan: plan)
        do {
            _ = try await database.transaction { try open(in: $0) }
        } catch PostgresError.constraint(_, .unique, _) {
            // Another visitor opened it at the same moment.
        }
    }

    /// The same request as the shop's own server would send it, for the member's subscription and
    /// clock.
    private func asShop(of merchant: String, _ call: Call) async throws -> Call {
        guard case .buyer(let secret, let found) = call.caller, found.name == merchant, !found.live
        else { throw Problem.notFound }
        var filter = Subscription.Filter()
        filter.checkout = secret.checkout
        let list = ListPage<Subscription>(of: found.number, filter, limit: 1)
        guard let subscription = try await list(on: database).items.first,
            let clock = subscription.clock
        else { throw Problem.notFound }
        return Call(
            request: call.request,
            parameters: Parameters([
                ("subscription", subscription.id.text), ("clock", clock.text),
            ]), caller: .demo(found), now: call.now, services: self)
    }

    /// Shows everything on a member's page.
    @Sendable private func showMembership(_ call: Call) async throws -> Response {
        let find = FindSubscription(subscription: try call.identifier("subscription"))
        let found = try await database.transaction { try find(in: $0) }
        let clock = try await FindClock(clock: try call.identifier("clock"))(on: database)
        var filter = Invoice.Filter()
        filter.subscription = found.subscription.id
        let list = ListPage<Invoice>(
            of: call.merchant.number, filter, limit: Self.invoicesShown)
        let invoices = try await list(on: database).items
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
