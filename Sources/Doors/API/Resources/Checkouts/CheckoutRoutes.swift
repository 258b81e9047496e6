import Carts
import Checkouts
import Customers
import HTTP
import Idempotency
import JSON
import Merchants
import Payments
import Postgres
import Subscriptions
import Vocabulary

/// Routes with which a merchant's server opens, reads and changes checkouts.
extension Services {
    var checkoutRoutes: [Route] {
        [
            route(.post, "/v1/checkouts", for: .write, openCheckout),
            route(.get, "/v1/checkouts", for: [.read, .write], listCheckouts),
            route(.get, "/v1/checkouts/{checkout}", for: [.read, .write, .buyer], showCheckout),
            preflight("/v1/checkouts/{checkout}", methods: "GET"),
            route(.patch, "/v1/checkouts/{checkout}", for: .write, changeCheckout),
            route(
                .post, "/v1/checkouts/{checkout}/cancel", for: .write, body: .any, cancel),
            route(
                .get, "/v1/checkouts/{checkout}/timeline", for: [.read, .write], showTimeline),
        ]
    }

    @Sendable private func openCheckout(_ call: Call) async throws -> Response {
        try await open(call, call.document())
    }

    /// Opens the checkout that a document describes for the caller's merchant.
    func open(_ call: Call, _ document: Document) async throws -> Response {
        let claim = try call.claim { document.root.canonicalBytes() }
        return try await registry.retryingOnSettingsChange(call.merchant) { merchant in
            try await open(call, document.root, merchant, claim)
        }
    }

    private func open(_ call: Call, _ body: Node, _ merchant: Merchant, _ claim: Claim?)
        async throws -> Response
    {
        var prefill = Prefill()
        let enrolled = try await enrolled(body, call)
        let request = try Call.read(body) { fields in
            enrolled?.check(fields)
            return CheckoutRequest(
                reading: fields, merchant: merchant.settings, now: call.now,
                planned: enrolled?.paymentRequest, prefill: &prefill)
        }
        try enrolled?.check(request)
        if request.topsUp {
            try await database.transaction {
                try request.requireTopUps(of: merchant.number, at: call.now, in: $0)
            }
        }
        let open = OpenCheckout(
            request: request, prefill: prefill, merchant: merchant,
            coupon: try await coupon(of: request, call), keys: keys, language: call.language,
            identifier: call.identify(), now: call.now)
        let opened: OpenCheckout.Outcome
        do {
            opened = try open.prepare()
        } catch let refusal as PricingRefusal {
            throw Problem.badFields([refusal.problem(in: request)])
        }
        let answer = opened.answer(of: merchant, prefill: prefill)
        let stored = claim.map { _ in answer.toStore }
        let statement = open.statement(opened.session, claim: claim, answer: stored)
        do {
            if let enrollment = request.enrollment(of: opened.session.id, enrolled, at: call.now) {
                let isOpen = try await database.transaction { transaction in
                    let isOpen = try !transaction.run(statement).isEmpty
                    if isOpen { try transaction.enqueue(enrollment.insert) }
                    return isOpen
                }
                if isOpen { return answer.response }
                return try await replay(claim)
            }
            // Not `.reading`: an insert whose outcome was lost must not be sent again.
            let groupCommit = claim?.groupCommit ?? .locking(opened.session.id.uuid.low)
            if try await !database.run(statement, groupCommit: groupCommit).isEmpty {
                return answer.response
            }
        } catch PostgresError.lockTimeout where claim != nil {
            throw ClaimRefusal.inFlight
        }
        return try await replay(claim)
    }

    /// Answers a call that opened no checkout: its key was used before, or the settings have
    /// changed.
    private func replay(_ claim: Claim?) async throws -> Response {
        guard let claim,
            let claimed = try await database.transaction({ try claim.findClaim(in: $0) })
        else { throw CheckoutRefusal.settingsChanged }
        guard let stored = try claimed.resolve() else { throw ClaimRefusal.inFlight }
        return try await answer(replaying: stored).replayed
    }

    /// Restores the stored answer of an opened checkout and derives its client secret again.
    private func answer(replaying stored: StoredAnswer) async throws -> Answer {
        let root = try Document.parse(stored.body).root
        guard let id = root["id"]?.string.flatMap(CheckoutSession.ID.init) else {
            return Answer(stored.status, stored.body)
        }
        let secret = try await ShowClientSecret(checkout: id)(on: database, keys: keys)
        return Answer(stored.status) { writer in
            writer.object { body in
                body.member("clientSecret", secret.text)
                root.write(membersTo: &body)
            }
        }
    }

    /// The coupon that the merchant's server entered; an invalid one is the server's mistake.
    private func coupon(of request: CheckoutRequest, _ call: Call) async throws -> Coupon? {
        guard let text = request.couponCode, let code = CouponCode(text) else { return nil }
        let merchant = call.merchant.number
        let coupon = try await database.transaction {
            try Coupon.find(code, of: merchant, in: $0)
        }
        let validity = try request.checkValidity(coupon, at: call.now)
        guard validity == .valid else {
            throw Problem.badFields([
                FieldProblem(
                    pointer: "/couponCode", code: "invalid_value", detail: validity.detail)
            ])
        }
        return coupon
    }

    @Sendable private func listCheckouts(_ call: Call) async throws -> Response {
        let names: Set = [
            "status", "reference", "lastFour", "tried", "createdAfter", "createdBefore",
        ]
        return try await list(
            ListedCheckout.self, of: call.merchant.number, call, knowing: names
        ) { query in
            var filter = ListedCheckout.Filter(now: call.now)
            filter.state = query.choice("status")
            filter.reference = query.text(
                "reference", maxLength: CheckoutLimits.referenceLengthMax)
            filter.lastFour = query.value("lastFour", detail: "the last four digits of a card") {
                $0.utf8.count == 4 && $0.hasOnlyASCIIDigits ? $0 : nil
            }
            filter.isTried =
                query.value("tried", detail: "true or false", parse: Bool.init) ?? false
            filter.createdAfter = query.instant("createdAfter")
            filter.createdBefore = query.instant("createdBefore")
            return filter
        } write: { checkout, writer in
            writer.object { checkout.write(to: &$0, of: call.merchant, call) }
        }
    }

    @Sendable func showCheckout(_ call: Call) async throws -> Response {
        let find = FindCheckout(
            checkout: try call.checkout(), generation: call.generation, language: call.language)
        let found = try await find(on: database, registry: registry, keys: keys)
        return try answer(found, call, clientVersion: try call.clientVersion()).response
    }

    private func answer(
        _ found: FindCheckout.Outcome, _ call: Call, clientVersion: Int?
    ) throws -> Answer {
        let view = CheckoutView(
            found: found, merchant: call.merchant, language: call.language,
            clientVersion: clientVersion)
        if case .buyer = call.caller {
            return Answer { view.write(forBrowserTo: &$0, at: call.now) }
        }
        // The secret can pay, so a read-only key does not see it.
        var secret: ClientSecret?
        if case .server(let grant) = call.caller, grant.key.scope == .write {
            secret = try ClientSecret(
                for: found.session.id, keyNumber: found.session.derivationKey,
                generation: found.session.generation, keys: keys)
        }
        return Answer { view.write(forServerTo: &$0, at: call.now, secret: secret?.text) }
    }

    @Sendable private func changeCheckout(_ call: Call) async throws -> Response {
        let document = try call.document()
        let change: @Sendable (CheckoutRequest) throws -> CheckoutRequest = { old in
            try Call.read(document.root) { $0.changing(old, at: call.now) }
        }
        do {
            _ = try await registry.retryingOnSettingsChange(call.context()) { context in
                let revise = ReviseCheckout(context: context, change: change)
                return try await database.transaction { try revise(in: $0) }
            }
        } catch CheckoutRefusal.notOpen(.authorized) {
            try await finalize(call, change)
        }
        return try await showCheckout(call)
    }

    /// After the authorization only a pending total can change, and the change is final.
    private func finalize(
        _ call: Call, _ change: @escaping @Sendable (CheckoutRequest) throws -> CheckoutRequest
    ) async throws {
        let context = try call.context()
        let runner = try await runner(call.merchant)
        let finalize = FinalizeTotal(
            context: context, change: change,
            capture: BeginCapture(
                context: context, requested: { _ in RequestedAmount() }, isFinal: false,
                identifier: call.identify(), lease: operationLease, claim: nil))
        let started = try await database.transaction { try finalize(in: $0) }
        if let started, started.operation.isUnderWay { _ = try await runner.end(started, context) }
    }

    @Sendable private func cancel(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        let cancel = CancelCheckout(context: try call.context(), event: call.identify())
        let done = try await call.idempotent(nil) { transaction in
            _ = try cancel(in: transaction)
            return .currentState
        }
        let shown = try await showCheckout(call)
        return done.isReplayed ? shown.replayed : shown
    }

    @Sendable func showTimeline(_ call: Call) async throws -> Response {
        let page = try call.page(of: TimelineEntry.self)
        let id = try call.checkout()
        let read = ReadTimeline(
            checkout: id, after: page.after, limit: page.limit, keys: keys)
        let outcome = try await read(on: database)
        let cursor = { (row: ReadTimeline.Row) in
            Identifier<TimelineEntry>(merchant: id.merchant, uuid: row.entry.entry).text
        }
        return listAnswer(outcome.entries, limit: page.limit, cursor: cursor) { row, writer in
            row.entry.write(to: &writer, input: row.input, in: outcome.currency)
        }.response
    }
}

extension ObjectReader {
    fileprivate func changing(_ old: CheckoutRequest, at now: Instant) -> CheckoutRequest? {
        old.changed(by: self, now: now)
    }
}

extension TimelineEntry: Identified {
    package static let identifierPrefix = "tle"
}

extension CouponValidity {
    /// The reason for the merchant's server, which entered the code itself.
    fileprivate var detail: String {
        switch self {
        case .valid: "the coupon is valid"
        case .unknown:
            "the coupon does not exist, or it is limited per buyer and the sheet requires no email"
        case .notYet: "the coupon is not valid yet"
        case .expired: "the coupon has expired"
        case .exhausted: "the coupon has reached its redemption limit"
        case .usedByBuyer: "the buyer has already used this coupon"
        case .belowMinimum(let minimum): "the coupon requires a minimum of \(minimum.decimal)"
        }
    }
}
