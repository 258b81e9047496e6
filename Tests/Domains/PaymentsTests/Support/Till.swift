import CartSupport
import Contacts
import Crypto
import Idempotency
import Merchants
import Postgres
import Processors
import TestSupport
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// A merchant with a shop, on a real database: opens checkouts and takes payments with the same
/// verbs as the API.
struct Till: Sendable {
    let database: Database
    let keys = KeyRing(masters: [1: Secret.random(KeyRing.masterCount)])
    let merchant: Merchant
    static let deadlines = Deadlines()

    init(
        on database: Database? = nil, _ change: (inout MerchantSettings) -> Void = { _ in }
    ) async throws {
        if let database {
            self.database = database
        } else {
            self.database = try await TestDatabase.shared
        }
        var settings = MerchantSettings()
        settings.country = america
        change(&settings)
        let open = OpenMerchant(
            name: "Till", live: false, settings: settings, now: now,
            keyIdentifiers: (Till.identify(now), Till.identify(now)))
        merchant = try await self.database.transaction { try open(in: $0) }.merchant
    }

    static let identify: @Sendable (Instant) -> UUID128 = {
        UUID128.version7(at: $0, random: Random.words())
    }

    static func moment(_ now: Instant) -> Moment { Moment(now, identify: identify) }

    /// A checkout with one item.
    func checkout(
        _ price: String = "10.00", coupon: Coupon? = nil, at moment: Instant = now,
        _ change: (inout CheckoutRequest) -> Void = { _ in }
    ) async throws -> CheckoutSession {
        var request = cart(item(price))
        change(&request)
        let open = OpenCheckout(
            request: request, prefill: Prefill(), merchant: merchant, coupon: coupon, keys: keys,
            language: .english, identifier: Till.identify(moment), now: moment)
        let opened = try open.prepare()
        _ = try await database.run(open.statement(opened.session, claim: nil, answer: nil))
        return opened.session
    }

    func coupon(_ code: String, _ terms: CouponTerms) async throws -> Coupon {
        let open = OpenCoupon(
            coupon: Coupon(
                id: Coupon.ID(merchant: merchant.number, uuid: Till.identify(now)),
                code: CouponCode(code)!, terms: terms, createdAt: now))
        return try await database.transaction { try open(in: $0) }
    }

    func context(_ session: CheckoutSession, at moment: Instant = now, of merchant: Merchant? = nil)
        -> CheckoutContext
    {
        CheckoutContext(
            checkout: session.id, generation: 1, merchant: merchant ?? self.merchant, keys: keys,
            requestID: "test", language: .english, moment: Till.moment(moment))
    }

    func begin(
        _ session: CheckoutSession, _ payment: Payment, at moment: Instant = now,
        version: Int? = nil,
        of merchant: Merchant? = nil, claim: Claim? = nil
    ) -> BeginAuthorization {
        BeginAuthorization(
            context: context(session, at: moment, of: merchant), payment: payment,
            version: version, processor: "test", attempt: Till.identify(moment),
            admission: Admission(
                admit: {}, reserve: { Admission.Reservation(keep: {}, release: {}) }),
            lease: .seconds(5),
            claim: claim)
    }

    func authorize(
        _ session: CheckoutSession, _ payment: Payment, by processor: Processor,
        at moment: Instant = now,
        ending: Instant? = nil, version: Int? = nil, of merchant: Merchant? = nil,
        claim: Claim? = nil, limit: Duration = .seconds(20)
    ) -> Authorize {
        Authorize(
            begin: begin(
                session, payment, at: moment, version: version, of: merchant, claim: claim),
            processor: processor, limit: limit, deadlines: Till.deadlines, now: { ending ?? moment }
        )
    }

    /// The three phases of a payment, as the route runs them.
    func pay(
        _ session: CheckoutSession, _ payment: Payment = .card(), by processor: Processor,
        at moment: Instant = now, ending: Instant? = nil, version: Int? = nil,
        of merchant: Merchant? = nil, limit: Duration = .seconds(20)
    ) async throws -> AuthorizationAnswer {
        try await authorize(
            session, payment, by: processor, at: moment, ending: ending, version: version,
            of: merchant, limit: limit)(on: database) { _ in StoredAnswer(status: 200, body: []) }
    }

    /// Runs the worker's job that recovers attempts.
    func recover(by processor: Processor, at moment: Instant) async throws -> Int {
        try await RecoverAttempts(
            paymentContext(processor, at: moment))(at: moment)
    }

    func paymentContext(_ processor: Processor, at moment: Instant = now) -> PaymentContext {
        PaymentContext(
            database: database, registry: Registry(database: database, now: { moment }),
            keys: keys, processor: { _ in processor }, identify: Till.identify)
    }

    /// Handles a processor's notice.
    @discardableResult
    func notice(_ notice: ProcessorNotice, by processor: Processor, at moment: Instant)
        async throws -> Bool
    {
        try await CompleteByNotice(
            paymentContext(processor, at: moment))(
                notice, requestID: "notice", at: moment)
    }

    func session(_ id: CheckoutSession.ID) async throws -> CheckoutSession {
        try CheckoutSession(row: try await database.run(CheckoutSession.find(id))[0])
    }

    func session(_ session: CheckoutSession) async throws -> CheckoutSession {
        try await self.session(session.id)
    }

    /// The attempts in the order of their start.
    func attempts(_ session: CheckoutSession) async throws -> [Attempt] {
        try await database.run(Attempt.newest(CheckoutSession.attemptsMax, of: session.id))
            .reversed()
            .map(Attempt.init(row:))
    }

    /// The types of the events of a checkout, in their order.
    func events(_ session: CheckoutSession) async throws -> [String] {
        try await database.run(
            """
            SELECT type FROM events WHERE merchant_id = \(merchant.number)
                AND object = \(session.id.text) ORDER BY sequence
            """
        ).map { try $0.get("type") }
    }

    func redemptions(_ coupon: Coupon) async throws -> Int64 {
        try await database.transaction { try FindCoupon(coupon: coupon.id)(in: $0) }.redemptions
    }
}

extension Payment {
    /// A card, identified by its name, with its holder's contacts.
    static func card(
        _ name: String = "card", shipping: Contact? = nil, billing: Contact? = nil
    ) -> Payment {
        Payment(
            instrument: .simulated(SimulatedToken(), card: .unknown), billing: billing,
            shipping: shipping, digest: SHA256.hash(Array(name.utf8)))
    }
}

/// A bank that records its requests; requests with the same key are one charge.
struct Bank: Sendable {
    typealias Answer =
        @Sendable (AuthorizationRequest) async throws(ProcessorFault) -> AuthorizationOutcome

    let asked = Journal<AuthorizationRequest>()
    let voided = Journal<AttemptKey>()

    /// The keys of the different charges requested.
    var keys: Set<AttemptKey> { Set(asked.all.map(\.key)) }

    func processor(_ answer: @escaping Answer = Bank.approve) -> Processor {
        var processor = Processor.unimplemented
        processor.authorize = { (request) async throws(ProcessorFault) -> AuthorizationOutcome in
            asked.add(request)
            return try await answer(request)
        }
        processor.void = { (key) async throws(ProcessorFault) -> VoidOutcome in
            voided.add(key)
            return .voided
        }
        return processor
    }

    static let approve: Answer = { (request) async throws(ProcessorFault) in
        .approved(approval(of: request))
    }

    static let decline: Answer = { (_) async throws(ProcessorFault) in .declined(.declined) }

    static let lose: Answer = { (_) async throws(ProcessorFault) in throw .answerLost }

    static func approval(of request: AuthorizationRequest, minorUnits: Int64? = nil) -> Approval {
        Approval(
            reference: "bank",
            amount: Money(
                minorUnits: minorUnits ?? request.amount.minorUnits,
                currency: request.amount.currency),
            networkTransaction: "1", issuingCountry: nil, captureBefore: now,
            isCaptured: request.captureNow, card: .unknown)
    }
}

/// The outcome of one of many calls.
enum End: Hashable, Sendable {
    case paid
    case refused(String)
    case reported([String])
    case failed(String)

    init(_ body: () async throws -> AuthorizationAnswer) async {
        do {
            let answer = try await body()
            self = answer.isSuccess ? .paid : .reported(answer.errors.map { $0.code.rawValue })
        } catch let refusal as CheckoutRefusal {
            self = .refused("\(refusal)")
        } catch {
            self = .failed(String(reflecting: error))
        }
    }
}

/// Runs the body `count` times concurrently, and returns the results in the order of their indices.
func together<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
) async rethrows -> [Value] {
    let results = try await withThrowingTaskGroup(of: (Int, Value).self) { group in
        for index in 0..<count { group.addTask { (index, try await body(index)) } }
        return try await group.reduce(into: [Int: Value]()) { $0[$1.0] = $1.1 }
    }
    return (0..<count).map { results[$0]! }
}
