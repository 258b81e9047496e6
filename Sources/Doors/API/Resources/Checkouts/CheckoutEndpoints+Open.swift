import Carts
import Checkouts
import HTTP
import Idempotency
import JSON
import Merchants
import Payments
import Postgres
import Subscriptions
import Vocabulary

extension CheckoutEndpoints {
    /// One statement stores the checkout, the claim of the key and the answer.
    static let open = Endpoint(.post, "/v1/checkouts", for: .writer, repeated: .oneTransaction) {
        call in
        try await open(call.document(), for: call)
    }

    /// Opens the checkout that a document describes for the caller's merchant.
    static func open(_ document: Document, for call: Call) async throws -> Response {
        let claim = try call.claim(of: document)
        return try await call.registry.retryingOnSettingsChange(call.merchant) { merchant in
            try await open(document.root, for: call, merchant, claim)
        }
    }

    private static func open(
        _ body: Node, for call: Call, _ merchant: Merchant, _ claim: Claim?
    ) async throws -> Response {
        let database = call.database
        var prefill = Prefill()
        let enrolled = try await call.services.enrolled(body, call)
        let request = try Call.read(body) { fields in
            // Read before, but only here known as members that the body may have.
            _ = (fields.node("plan"), fields.node("testClock"))
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
            coupon: try await coupon(of: request, call), keys: call.keys, language: call.language,
            identifier: call.identify(), now: call.now)
        let opened: OpenCheckout.Outcome
        do {
            opened = try open.prepare()
        } catch let refusal as PricingRefusal {
            throw Problem.badFields([refusal.problem(in: request)])
        }
        let paymentRequest = opened.paymentRequest(of: merchant)
        let answer = Answer(201) {
            opened.write(
                to: &$0, of: merchant, paymentRequest: paymentRequest, prefill: prefill,
                clientSecret: opened.clientSecret)
        }
        let stored = claim.map { _ in
            StoredAnswer(
                status: 201,
                body: Writer.value {
                    opened.write(to: &$0, of: merchant, paymentRequest: paymentRequest)
                })
        }
        let statement = open.statement(opened.session, claim: claim, answer: stored)
        let isOpen: Bool
        do {
            if let enrollment = request.enrollment(of: opened.session.id, enrolled, at: call.now) {
                isOpen = try await database.transaction { transaction in
                    let isOpen = try !transaction.run(statement).isEmpty
                    if isOpen { try transaction.enqueue(enrollment.insert) }
                    return isOpen
                }
            } else {
                // Not `.reading`: an insert whose outcome was lost must not be sent again.
                let groupCommit = claim?.groupCommit ?? .locking(opened.session.id.uuid.low)
                isOpen = try await !database.run(statement, groupCommit: groupCommit).isEmpty
            }
        } catch PostgresError.lockTimeout where claim != nil {
            throw ClaimRefusal.inFlight
        }
        if isOpen { return answer.response }
        // Its key was used before, or the settings have changed. A claim always has an answer here,
        // because one statement stores both.
        let earlier = try await call.earlierResponse(claim) { try await replay($0, call) }
        guard let earlier else { throw CheckoutRefusal.settingsChanged }
        return earlier
    }

    /// Restores the stored answer of an opened checkout and derives its client secret again.
    private static func replay(_ stored: StoredAnswer, _ call: Call) async throws -> Response {
        let root = try Document.parse(stored.body).root
        guard let id = root["id"]?.string.flatMap(CheckoutSession.ID.init) else {
            return Answer(stored).response
        }
        let secret = try await ShowClientSecret(checkout: id)(on: call.database, keys: call.keys)
        return try Answer(stored) { $0.member("clientSecret", secret.text) }.response
    }

    /// The coupon that the merchant's server entered; an invalid one is the server's mistake.
    private static func coupon(
        of request: CheckoutRequest, _ call: Call
    ) async throws -> Coupon? {
        guard let text = request.couponCode, let code = CouponCode(text) else { return nil }
        let merchant = call.merchant.number
        let coupon = try await call.database.transaction {
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
}
