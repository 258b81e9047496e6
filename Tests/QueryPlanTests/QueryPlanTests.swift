import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Balances
@testable import Carts
@testable import Checkouts
@testable import Customers
@testable import Idempotency
@testable import Merchants
@testable import Operations
@testable import Outbox
@testable import Payments
@testable import Processors
@testable import SharedOrders
@testable import Subscriptions

/// The queries of requests and workers find their rows by an index.
///
/// The plan disables sequential scans, so that a remaining one shows a missing index; on the small
/// tables of a test the planner would otherwise prefer to read them whole. It also disables joins
/// that read a whole table to find a few of its rows.
@Suite struct QueryPlanTests {
    private static let merchant = MerchantNumber(7)
    private static let uuid = UUID128(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
    private static let now = Instant(seconds: 1_800_000_000)
    private static let span = ReconciliationSpan(from: now, until: now.adding(seconds: 86_400))
    private static let checkout = CheckoutSession.ID(merchant: merchant, uuid: uuid)

    private static let balance = Balance.ID(merchant: merchant, uuid: uuid)
    private static let hash = BalanceCode.Hash(key: 1, mac: [UInt8](repeating: 1, count: 32))
    private static let endpoint = WebhookEndpoint.ID(merchant: merchant, uuid: uuid)
    private static let event = Event.ID(merchant: merchant, uuid: uuid)
    private static let plan = Plan.ID(merchant: merchant, uuid: uuid)
    private static let subscription = Subscription.ID(merchant: merchant, uuid: uuid)
    private static let invoice = Invoice.ID(merchant: merchant, uuid: uuid)
    private static let clock = TestClock.ID(merchant: merchant, uuid: uuid)

    private static let picture = PictureName("toast.png")!

    private static let shared = SharedOrder.ID(merchant: merchant, uuid: uuid)
    private static let sharedOrder = SharedOrder(
        id: shared, state: .locked, version: 2, events: 2, currency: Currency("USD")!,
        keyNumber: 1, generation: 1, host: 1, participants: 1, present: 1, choices: 1,
        total: 100, taken: [1], deadlineAt: now, round: 1, tip: 0, createdAt: now, changedAt: now)
    private static let sharer = Participant(
        number: 1, person: uuid, total: 100, choices: 1, joinedAt: now, wasRemoved: false)
    private static let share = ParticipantShare(
        order: shared, round: 1, number: 1, participant: 1, amount: 100, coversUnpaidShares: false,
        checkout: uuid, state: .due, tries: 0)

    private static let queries: [(name: String, query: Query)] = [
        ("find a checkout", CheckoutSession.find(checkout)),
        ("find several checkouts", CheckoutSession.find([checkout, checkout])),
        (
            "find payments of a span",
            OurPayment.page(of: merchant, in: span, after: uuid, limit: 9, at: now)
        ),
        ("find payments by key", OurPayment.find([uuid, uuid], of: merchant, at: now)),
        (
            "find merchants with payments",
            OurPayment.merchants(payingIn: span, after: merchant, limit: 9)
        ),
        (
            "list the sandbox's payments",
            ProcessorRecord.page(
                RecordsRequest(merchant: merchant, from: now, until: now),
                after: SandboxPlace(createdAt: now, key: "att_1"), limit: 9)
        ),
        (
            "resolve discrepancies",
            Discrepancy.resolve(
                of: merchant, at: "sandbox", in: span, notSeenSince: now, but: ["att_1"], at: now)
        ),
        ("find a domain's file", DomainAssociation.find("shop.example", of: merchant)),
        ("find a host's file", DomainAssociation.find(ofHost: "shop.example")),
        ("find money movements", MoneyMovements.find(checkout)),
        (
            "find several checkouts with versions",
            CheckoutSession.findVersioned([checkout, checkout])
        ),
        ("lock a checkout", CheckoutSession.lock(checkout)),
        (
            "list checkouts",
            ListedCheckout.page(list(ListedCheckout.Filter(now: now)))
        ),
        (
            "list checkouts by reference",
            ListedCheckout.page(list(ListedCheckout.Filter(now: now)) { $0.reference = "order 1" })
        ),
        (
            "list checkouts by a card's digits",
            ListedCheckout.page(list(ListedCheckout.Filter(now: now)) { $0.lastFour = "4242" })
        ),
        (
            "compute figures",
            Figures.find(
                merchant,
                FigureSpan(
                    from: now.adding(seconds: -86_400), to: now, timeZone: "Europe/Berlin"),
                at: now)
        ),
        (
            "read a timeline",
            TimelineEntry.page(of: checkout, after: UUID128.zero, limit: 20)
        ),
        ("find the last attempt", Attempt.newest(1, of: checkout)),
        (
            "lock an attempt",
            Attempt.lock(Attempt.ID(merchant: merchant, uuid: uuid))
        ),
        ("find attempts to finish", Attempt.claimUnfinished(at: now, limit: 20)),
        (
            "count a buyer's coupons",
            CouponUse.count(
                Coupon.ID(merchant: merchant, uuid: uuid), by: [[UInt8](repeating: 1, count: 32)])
        ),
        (
            "find a session", Session.find(Session.ID(merchant: merchant, uuid: uuid))
        ),
        (
            "delete expired sessions",
            Session.prune(APIKey.ID(merchant: merchant, uuid: uuid), at: now, keeping: 99)
        ),
        ("find a key", APIKey.find(hash: [UInt8](repeating: 1, count: 32), of: merchant)),
        ("find a merchant", Merchant.find(merchant)),
        ("find settings", Merchant.settings(merchant, version: 3)),
        ("list coupons", Coupon.page(ListPage(of: merchant, limit: 20))),
        ("find a picture", StoredPicture.find(picture, of: merchant)),
        ("find pictures that a menu names", StoredPicture.named([picture.text], of: merchant)),
        ("list pictures", StoredPicture.page(ListPage(of: merchant, after: picture, limit: 20))),
        ("count pictures", StoredPicture.count(of: merchant, but: picture)),
        ("find pictures to compose", StoredPicture.tiles([picture, picture], of: merchant)),
        ("find a balance", Balance.find(balance)),
        ("find a balance by its code", Balance.find([hash, hash], of: merchant)),
        (
            "list balances",
            Balance.page(list(Balance.Filter()))
        ),
        (
            "list balances by reference",
            Balance.page(list(Balance.Filter(reference: "A")))
        ),
        (
            "list balances by customer",
            Balance.page(list(Balance.Filter(customer: uuid)))
        ),
        ("lock balances", Balance.lockAll([balance, balance], of: merchant)),
        ("find balances that expire", Balance.lockExpired(at: now, limit: 100)),
        ("lock a checkout's holds", Hold.of(uuid, merchant: merchant, locked: true)),
        ("find a checkout's holds", Hold.of(uuid, merchant: merchant, locked: false)),
        ("list holds", Hold.page(ListPage(of: balance, limit: 20))),
        ("find holds that expire", Hold.lockExpired(at: now, limit: 100)),
        ("list entries", Entry.page(ListPage(of: balance, limit: 20))),
        (
            "find a customer",
            Customer.find(Customer.ID(merchant: merchant, uuid: uuid))
        ),
        (
            "read a customer for an export",
            Customer.selectForShare(Customer.ID(merchant: merchant, uuid: uuid))
        ),
        ("lock a customer", Customer.lock(Customer.ID(merchant: merchant, uuid: uuid))),
        (
            "erase a customer",
            Customer.erase(Customer.ID(merchant: merchant, uuid: uuid), at: now)
        ),
        (
            "list a customer's checkouts",
            ListedCheckout.page(
                list(ListedCheckout.Filter(now: now), limit: 100) {
                    $0.customer = Customer.ID(merchant: merchant, uuid: uuid)
                })
        ),
        ("find attempts of checkouts", Attempt.all(of: [checkout, checkout], of: merchant)),
        (
            "find updates with their inputs",
            TimelineEntry.newestWithInput(of: [checkout, checkout], of: merchant, limit: 20)
        ),
        (
            "lock a customer's checkouts",
            ErasableData.lock(of: Customer.ID(merchant: merchant, uuid: uuid))
        ),
        (
            "erase buyers' data",
            ErasableData.erase([(checkout, Tariff(zone: 1, rates: [0, 2]))], of: merchant)
        ),
        ("erase inputs", ErasableData.eraseInputs(of: [checkout], of: merchant)),
        ("erase buyers' hashes", ErasableData.eraseHashes(of: [checkout], of: merchant)),
        ("delete stored answers", Claim.delete(scopes: ["a", "b"], of: 7)),
        ("list customers", Customer.page(ListPage(of: merchant, limit: 20))),
        (
            "store an answer",
            Claim(merchant: 7, scope: "sk", key: "k", fingerprint: [1], at: 0)
                .storeAnswer(StoredAnswer(status: 200, body: []))
        ),
        ("find an endpoint", WebhookEndpoint.find(endpoint)),
        ("list endpoints", WebhookEndpoint.page(ListPage(of: merchant, limit: 20))),
        ("drop pending deliveries", Delivery.dropPending(to: endpoint, at: now)),
        ("list events", Event.page(list(Event.Filter()))),
        ("find an event", Event.find(event)),
        (
            "list deliveries",
            DeliveryRecord.page(ListPage(of: endpoint, DeliveryRecord.Filter(), limit: 20))
        ),
        ("list attempts to deliver", DeliveryAttempt.newest(100, of: event, to: endpoint)),
        ("delete deliveries", Delivery.delete(of: [event])),
        ("delete delivery attempts", DeliveryAttempt.delete(of: [event])),
        ("find a plan", Plan.find(plan)),
        ("find a version of a plan", Plan.find(plan, version: 3)),
        ("lock a plan", Plan.lock(plan)),
        ("list plans", Plan.page(ListPage(of: merchant, limit: 20))),
        ("find a subscription", Subscription.find(subscription)),
        ("lock a subscription", Subscription.lockRow(subscription)),
        ("find several subscriptions", Subscription.find([subscription])),
        ("lock several subscriptions", Subscription.lockRow([subscription, subscription])),
        ("find a checkout's subscription", Subscription.find(by: checkout)),
        ("find subscriptions that are due", Subscription.lockDue(.realTime, at: now, limit: 100)),
        (
            "find a clock's subscriptions that are due",
            Subscription.lockDue(.clock(clock), at: now, limit: 1)
        ),
        ("list subscriptions", Subscription.page(list(Subscription.Filter()))),
        (
            "list subscriptions by customer",
            Subscription.page(
                list(Subscription.Filter()) {
                    $0.customer = Customer.ID(merchant: merchant, uuid: uuid)
                })
        ),
        (
            "list subscriptions by checkout",
            Subscription.page(list(Subscription.Filter()) { $0.checkout = checkout })
        ),
        ("find an invoice", Invoice.find(invoice)),
        ("find a checkout's invoice", Invoice.find(by: checkout)),
        ("lock a subscription's invoices", Invoice.lockOpen(of: subscription)),
        ("lock several invoices", Invoice.lock([invoice, invoice])),
        (
            "claim invoices that are due",
            Invoice.claim(.realTime, at: now, leasedUntil: now, limit: 100)
        ),
        (
            "claim a clock's invoices that are due",
            Invoice.claim(.clock(clock), at: now, leasedUntil: now, limit: 1)
        ),
        ("list invoices", Invoice.page(list(Invoice.Filter()))),
        (
            "list invoices of a subscription",
            Invoice.page(list(Invoice.Filter()) { $0.subscription = subscription })
        ),
        ("lock an enrollment", Enrollment.lock(checkout)),
        ("find enrollments due for a check", Enrollment.dueForCheck(at: now, limit: 50)),
        ("find a clock", TestClock.find(clock)),
        ("list clocks", TestClock.page(ListPage(of: merchant, limit: 20))),
        ("claim clocks", TestClock.claimAdvancing(at: now, leasedUntil: now, limit: 4)),
        ("find a clock's next due time", TestClock.nextDue(clock)),
        ("find a checkout's saved card", SavedCard.find(of: checkout)),
        ("find a shared order", SharedOrder.find(shared)),
        ("lock a shared order", SharedOrder.lock([shared, shared])),
        ("find a shared order's terms", SharedOrder.terms(shared)),
        ("read a shared order", SharedOrder.view(shared)),
        ("list shared orders", SharedOrder.page(ListPage(of: merchant, limit: 20))),
        ("store shared orders", SharedOrder.changed.update([sharedOrder, sharedOrder])),
        ("find shared orders past their deadline", SharedOrder.pastDeadline(at: now, limit: 100)),
        ("erase shared orders", SharedOrder.erase(before: now, limit: 500)),
        ("erase a shared order's people", SharedOrder.erasePeople(of: shared)),
        (
            "find participants with choices",
            Participant.withChoices([(order: shared, number: 1), (order: shared, number: 2)])
        ),
        ("find a participant", Participant.find(1, in: shared)),
        (
            "find a participant's finished orders",
            FinishedOrder.page(of: uuid, merchant, before: nil, limit: 20)
        ),
        ("find a participant's finished order", FinishedOrder.find(shared, of: uuid)),
        ("store a participant", sharer.store(shared)),
        (
            "store participants' totals",
            StoredTotals.changed.update(
                [StoredTotals(participant: sharer, order: shared)])
        ),
        ("find participants' devices", SharedDevice.all(of: shared)),
        ("find placed choices", Choice.placed(of: shared)),
        ("find a link's generation", SharedOrder.generation(shared)),
        ("find the shares of a round", ParticipantShare.all(of: shared, round: 1)),
        ("find orders whose passes are due", SharedOrder.passesDue(at: now, limit: 50)),
        ("schedule an order's passes", SharedOrder.schedulePasses(shared, at: now)),
        ("clear an order's due passes", SharedOrder.clearPassesDue(shared)),
        (
            "postpone an order's passes",
            SharedOrder.postponePasses(shared, until: now, ifEndedAfter: now)
        ),
        ("find participants without a pass", Participant.withoutPass(shared)),
        ("assign a participant's pass", Participant.assignPass(uuid, to: 1, in: shared)),
        (
            "find a participation",
            Participant.participation(Participation(order: shared, participant: 1))
        ),
        ("store a share", share.store(due: now)),
        ("release an order's shares", ParticipantShare.release(sharedOrder, at: now)),
        ("capture an order's shares", ParticipantShare.capture(sharedOrder, at: now)),
        ("make a checkout's share due", ParticipantShare.makeDue(by: uuid, of: merchant, at: now)),
        ("claim shares", ParticipantShare.claim(at: now, leasedUntil: now, limit: 50)),
        ("postpone a share", share.postpone(until: now, claimedUntil: now)),
        (
            "claim deliveries",
            DueDelivery.claim(
                DueDelivery.Claim(
                    now: now, after: WebhookEndpoint.ID(merchant: merchant, uuid: uuid),
                    sending: [WebhookEndpoint.ID(merchant: merchant, uuid: uuid): 3],
                    perEndpointMax: 8,
                    limit: 100))
        ),
    ]

    /// A page of a merchant's list with a filter.
    private static func list<Noun: Listable>(
        _ filter: Noun.Filter, limit: Int = 20, _ change: (inout Noun.Filter) -> Void = { _ in }
    ) -> ListPage<Noun> where Noun.Parent == MerchantNumber {
        var filter = filter
        change(&filter)
        return ListPage(of: merchant, filter, limit: limit)
    }

    @Test(arguments: queries.map(\.name))
    func `every query of the list uses an index`(name: String) async throws {
        let query = try #require(Self.queries.first { $0.name == name }?.query)
        let plan = try await Self.plan(of: query)
        #expect(Self.scansWithoutCondition(plan) == 0, "\(plan.joined(separator: "\n"))")
        #expect(plan.contains { $0.contains("Index Cond") }, "\(plan.joined(separator: "\n"))")
    }

    @Test func `a query without an index is detected`() async throws {
        let plan = try await Self.plan(
            of: "SELECT true FROM timeline WHERE merchant_id + 0 = 7 AND request_id = 'r'")
        #expect(Self.scansWithoutCondition(plan) == 1, "\(plan.joined(separator: "\n"))")
    }

    private static func plan(of query: Query) async throws -> [String] {
        try await TestDatabase.shared.transaction { transaction in
            try transaction.enqueue("SET LOCAL enable_seqscan = off")
            try transaction.enqueue("SET LOCAL enable_mergejoin = off")
            try transaction.enqueue("SET LOCAL enable_hashjoin = off")
            return try transaction.run("EXPLAIN \(query)").map { row in
                try row.get("QUERY PLAN") as String
            }
        }
    }

    /// Scans of a whole table, or of a whole index, which is no better.
    private static func scansWithoutCondition(_ plan: [String]) -> Int {
        let scans = plan.count { line in
            ["Seq Scan", "Index Scan", "Index Only Scan"].contains { line.contains($0) }
        }
        return scans - plan.count { $0.contains("Index Cond") }
    }
}
