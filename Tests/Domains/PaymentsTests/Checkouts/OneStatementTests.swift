import CartSupport
import Contacts
import Idempotency
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// For speed, one statement creates a checkout (docs/decisions/0003). It leaves the same rows in
/// every table as the ordinary sequence of statements.
struct OneStatementTests {
    /// The kinds of checkout to create.
    enum Scene: CaseIterable {
        case bare, withKey, withCoupon, delivered, pending
        case keyWasUsed, settingsHaveChanged, settingsHaveChangedWithKey

        var hasKey: Bool {
            switch self {
            case .withKey, .withCoupon, .delivered, .pending, .keyWasUsed,
                .settingsHaveChangedWithKey:
                true
            case .bare, .settingsHaveChanged: false
            }
        }

        /// The tables whose rows change.
        var touched: Set<String> {
            switch self {
            case .bare: ["public.checkouts"]
            case .withKey, .withCoupon, .delivered, .pending:
                ["public.checkouts", "public.idempotency_keys"]
            case .keyWasUsed, .settingsHaveChanged, .settingsHaveChangedWithKey: []
            }
        }
    }

    @Test(arguments: Scene.allCases)
    func `one statement opens a checkout with the same rows as a sequence of statements`(
        scene: Scene
    )
        async throws
    {
        let till = try await Till {
            $0.shippingZones = [
                ShippingZone(
                    name: "US", areas: [ShippingArea(country: america)], currency: dollars,
                    methods: [
                        ZoneMethod(
                            identifier: "post", label: "Post", detail: "",
                            prices: [ZoneMethod.Step(from: 0, amount: 500)])
                    ])
            ]
        }
        let opening = try await Self.opening(scene, at: till)
        let session = try opening.prepare().session
        let claim = scene.hasKey ? Self.claim(of: till.merchant) : nil
        let answer = claim.map { _ in StoredAnswer(status: 201, body: Array(#"{"a":1}"#.utf8)) }
        if scene == .keyWasUsed {
            let used = Self.claim(of: till.merchant)
            let isFresh = try await till.database.transaction { try used.acquire(in: $0) == .fresh }
            #expect(isFresh)
        }
        if scene == .settingsHaveChanged || scene == .settingsHaveChangedWithKey {
            let change = ChangeSettings(merchant: till.merchant.number, now: now) { $0 }
            _ = try await till.database.transaction { try change(in: $0) }
        }

        let before = try await Self.trace(till) { _ in false }
        let one = try await Self.trace(till) { transaction in
            try !transaction.run(opening.statement(session, claim: claim, answer: answer)).isEmpty
        }
        let sequence = try await Self.trace(till) { transaction in
            try Self.open(session, of: till.merchant, claim, answer, in: transaction)
        }
        #expect(one == sequence)
        #expect(one.opened == !scene.touched.isEmpty)
        let touched = one.rows.filter { before.rows[$0.key] != $0.value }
        #expect(Set(touched.keys) == scene.touched)
    }

    @Test(arguments: [Scene.withCoupon, .delivered, .pending])
    func `a stored checkout is read back as it was created`(scene: Scene) async throws {
        let till = try await Till()
        let opening = try await Self.opening(scene, at: till)
        let made = try opening.prepare().session
        let claim = Self.claim(of: till.merchant)
        _ = try await till.database.run(
            opening.statement(made, claim: claim, answer: StoredAnswer(status: 201, body: [])))
        let read = try await till.session(made)
        var choice = made.choice
        // The row has the place only encrypted.
        choice.place = nil
        #expect(read.choice == choice)
        #expect(read.privacy == made.privacy)
        #expect(read.request.bytes == made.request.bytes)
        #expect(read.total == made.total && read.totalIsPending == made.totalIsPending)
        #expect(read.state == made.state && read.version == made.version)
        #expect(read.shownVersion == made.shownVersion)
        #expect(read.settingsVersion == made.settingsVersion)
        #expect(read.derivationKey == made.derivationKey && read.generation == made.generation)
        #expect(read.createdAt == made.createdAt && read.expiresAt == made.expiresAt)
        #expect(read.changedAt == made.changedAt && read.attempts == 0 && read.events == 0)
    }

    // The ordinary sequence of statements.

    private static func open(
        _ session: CheckoutSession, of merchant: Merchant, _ claim: Claim?, _ answer: StoredAnswer?,
        in transaction: Transaction
    ) throws -> Bool {
        let present = try transaction.run(
            """
            SELECT settings_version FROM merchants WHERE merchant_id = \(merchant.number)
            FOR SHARE
            """
        ).map { row -> Int64 in try row.get("settings_version") }
        guard present == [merchant.settingsVersion] else { return false }
        if let claim { guard try claim.acquire(in: transaction) == .fresh else { return false } }
        let rows = try transaction.run(
            session.open(claim: nil, answer: nil, settingsVersion: merchant.settingsVersion))
        // The later statements store the same values that the first one has stored.
        for statement in [session.storeRequest, session.storeChoice, session.storeState] {
            _ = try transaction.run(statement)
        }
        if let claim, let answer { _ = try transaction.run(claim.storeAnswer(answer)) }
        return !rows.isEmpty
    }

    // The checkout to open.

    private static func opening(_ scene: Scene, at till: Till) async throws -> OpenCheckout {
        var request = cart(item("10.00"))
        var prefill = Prefill()
        var coupon: Coupon?
        switch scene {
        case .withCoupon:
            request.supportsCouponCode = true
            coupon = try await till.coupon(
                "TENTH", CouponTerms(reduction: .percentage(Rate(percent: "10")!)))
        case .delivered:
            request = delivered(request)
            request.reference = "order-1"
            prefill.shippingContact = Contact(
                locality: "Cupertino", administrativeArea: "CA", postalCode: "95014",
                countryCode: "US")
        case .pending:
            request = cart(item("10.00"), item("5.00", pending: true))
            request.authorizationAmount = money("20.00")
            request.maximumAmount = money("30.00")
        case .bare, .withKey, .keyWasUsed, .settingsHaveChanged, .settingsHaveChangedWithKey:
            break
        }
        return OpenCheckout(
            request: request, prefill: prefill, merchant: till.merchant, coupon: coupon,
            keys: till.keys, language: .english, identifier: Till.identify(now), now: now)
    }

    private static func claim(of merchant: Merchant) -> Claim {
        Claim(
            merchant: merchant.number.value, scope: "sk", key: "order-1",
            fingerprint: Claim.fingerprint(
                method: "POST", path: "/v1/checkouts", canonicalBody: []), at: now.microseconds)
    }

    // The rows after a creation.

    /// The result of a creation: whether it succeeded, and all rows of the merchant by table.
    struct Trace: Equatable {
        let opened: Bool
        let rows: [String: [String]]
    }

    private struct Undo: Error { let trace: Trace }

    /// The rows that a body leaves, before a rollback: the next body starts from the same state.
    private static func trace(
        _ till: Till, _ body: @escaping @Sendable (Transaction) throws -> Bool
    ) async throws -> Trace {
        do {
            return try await till.database.transaction { transaction -> Trace in
                let opened = try body(transaction)
                throw Undo(
                    trace: Trace(opened: opened, rows: try rows(of: till.merchant, transaction)))
            }
        } catch let undo as Undo {
            return undo.trace
        }
    }

    private static func rows(of merchant: Merchant, _ transaction: Transaction) throws
        -> [String: [String]]
    {
        let tables: [String] = try transaction.run(
            """
            SELECT table_schema || '.' || table_name AS name FROM information_schema.columns
            WHERE column_name = 'merchant_id'
                AND table_schema NOT IN ('pg_catalog', 'information_schema')
            """
        ).map { try $0.get("name") }
        #expect(tables.contains("public.timeline") && tables.contains("public.events"))
        var rows: [String: [String]] = [:]
        for table in tables {
            rows[table] = try transaction.run(
                """
                SELECT t::text AS line FROM \(raw: table) t
                WHERE t.merchant_id = \(merchant.number.value) ORDER BY 1
                """
            ).map { try $0.get("line") }
        }
        return rows
    }
}
