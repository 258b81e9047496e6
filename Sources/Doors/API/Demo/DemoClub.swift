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

/// The plan and the clock of a new member.
struct DemoMembership {
    let plan: Plan.ID
    let clock: TestClock.ID

    /// Members of the request that opens the member's checkout.
    var members: String { #", "plan": "\#(plan.text)", "testClock": "\#(clock.text)""# }
}

/// The club's plans: one toast a week, or two.
enum DemoPlan: UInt64, CaseIterable, Sendable {
    case one = 1
    case two = 2

    /// The same identifier in every database, so that the plan is opened only once.
    func id(of merchant: MerchantNumber) -> Plan.ID {
        Plan.ID(
            merchant: merchant,
            uuid: UUID128(high: 0x0000_0000_0000_7000, low: 0x8000_0000_00DE_3000 + rawValue))
    }

    var terms: String {
        switch self {
        case .one:
            """
            {"name": "Toast club", "currencyCode": "USD", "managementURL": "https://shop.example/club",
             "phases": [{"kind": "introductory", "amount": "4.50", "interval": {"unit": "week"}, "cycles": 2},
                        {"kind": "regular", "amount": "9.00", "interval": {"unit": "week"}}]}
            """
        case .two:
            """
            {"name": "Toast club for two", "currencyCode": "USD", "managementURL": "https://shop.example/club",
             "phases": [{"kind": "regular", "amount": "16.00", "interval": {"unit": "week"}}]}
            """
        }
    }
}
