import Carts
import Checkouts
import Contacts
import Credentials
import Crypto
import Customers
import HTTP
import Idempotency
import JSON
import Merchants
import Passes
import Payments
import Postgres
import Processors
import Vocabulary

/// The route that charges the card once the buyer has agreed.
extension Services {
    var authorizeRoutes: [Route] {
        let template = "/v1/checkouts/{checkout}/authorize"
        return [
            route(.post, template, for: .buyer, authorize),
            preflight(template, methods: "POST"),
        ]
    }

    @Sendable private func authorize(_ call: Call) async throws -> Response {
        let document = try call.document()
        if document.root["balance"]?.bool == true { return try await payByBalance(call, document) }
        let (read, version) = try Call.read(document.root) { fields in
            let version = fields.integer("version", in: 1...Int64(Int32.max)).map(Int.init)
            _ = fields.bool("balance")
            let payment = fields.object("payment", required: true)
                .flatMap { ParsedPayment(reading: $0, merchantIsLive: call.merchant.live) }
            fields.refuseUnknown()
            return payment.map { ($0, version) }
        }
        let checkout = try call.checkout()
        let claim = try call.claim { document.root.canonicalBytes() }
        let context = try call.context()
        guard let processor = try await processor(call.merchant) else {
            let find = FindReplay(context: context, digest: read.digest, version: version)
            if let known = try await repetition(find, claim, call) { return known }
            // If the checkout is no longer open, that refusal says more than the missing processor
            // does.
            try await RequireOpen(
                checkout: checkout, generation: call.generation, now: call.now)(on: database)
            throw CheckoutRefusal.noProcessor
        }
        let address = proxies.buyer(of: call.request)
        let watched = cardTesting.payment(
            of: call.merchant.number, checkout.uuid, from: address)
        defer { watched.end(.unknown) }
        let payment: Payment
        do {
            payment = try await open(read, of: call)
        } catch let refusal as TokenRefusal {
            let find = FindReplay(context: context, digest: read.digest, version: version)
            guard let known = try await repetition(find, claim, call) else { throw refusal }
            return known
        }
        return try await registry.retryingOnSettingsChange(context) { context in
            let authorize = Authorize(
                begin: BeginAuthorization(
                    context: context, payment: payment, version: version, processor: processor.name,
                    attempt: call.identify(),
                    admission: limits.admission(
                        checkout.uuid, from: address, of: call.merchant.number
                    ).guarded(by: watched),
                    lease: BeginAuthorization.lease(beyond: processorLimit), claim: claim),
                processor: processor,
                limit: processorLimit, deadlines: deadlines, now: now)
            do {
                let answer = try await authorize(on: database) { answer in
                    StoredAnswer(status: 200, body: call.body(of: answer, context.merchant))
                }
                if let change = watched.end(CardTestingGuard.Outcome(answer)) {
                    await emit(change, call)
                }
                if answer.isSuccess,
                    answer.session.request.billingReferences != nil
                        || answer.session.request.schedulesPayment
                {
                    await enroll(call, context)
                }
                return await response(to: answer, call, context.merchant)
            } catch let error as PostgresError where error.constraintName == Claim.claimedOnce {
                guard let claim else { throw error }
                return try await replay(claim, authorize, call)
            }
        }
    }

    /// Returns the earlier answer to a payment whose token is now refused, or whose merchant no
    /// longer has a processor; nil if there was no such payment.
    private func repetition(
        _ find: FindReplay, _ claim: Claim?, _ call: Call
    ) async throws -> Response? {
        let (claimed, known) = try await database.transaction { transaction in
            (try claim?.find(in: transaction), try find(in: transaction))
        }
        if let stored = try claimed?.resolve() {
            return await withOrder(Answer(stored).replayed, call)
        }
        guard let known else { return nil }
        return await response(to: known, call, call.merchant)
    }

    /// Opens the token. One that was altered, is too old or is another merchant's is refused before
    /// anything is stored.
    private func open(_ read: ParsedPayment, of call: Call) async throws -> Payment {
        switch read.token {
        case .simulated(let instrument): return read.payment(instrument)
        case .encrypted(let token, let card):
            let opened = try await credentials.open(token, of: call.merchant, at: call.now)
            return read.payment(.opened(opened, card: card))
        }
    }

    /// Pays with balances alone. The request has contacts as a card payment does, but no token.
    private func payByBalance(_ call: Call, _ document: Document) async throws -> Response {
        let (version, payment) = try Call.read(document.root) { fields in
            let version = fields.integer("version", in: 1...Int64(Int32.max)).map(Int.init)
            _ = fields.bool("balance")
            let payment = fields.object("payment")
            // No card is charged, but a token that is sent must still be well-formed.
            _ = payment?.object("token").flatMap {
                ParsedToken(reading: $0, merchantIsLive: call.merchant.live)
            }
            let contacts = (
                shipping: payment?.object("shippingContact").map(Contact.init(reading:)),
                billing: payment?.object("billingContact").map(Contact.init(reading:))
            )
            fields.refuseUnknown()
            return (version, contacts)
        }
        let context = try call.context()
        let claim = try call.claim { document.root.canonicalBytes() }
        return try await registry.retryingOnSettingsChange(context) { context in
            let pay = PayByBalance(
                context: context, shipping: payment.shipping, billing: payment.billing,
                version: version)
            let keep: @Sendable (AuthorizationAnswer) -> StoredAnswer = { answer in
                StoredAnswer(status: 200, body: call.body(of: answer, context.merchant))
            }
            if let paid = try await pay.runInBatch(on: database, claim: claim, keep: keep) {
                return await response(to: paid, call, context.merchant)
            }
            do {
                let done = try await call.idempotent(document) { transaction in
                    Answer(200, call.body(of: try pay(in: transaction), context.merchant))
                }
                return await withOrder(done, call)
            } catch let waits as VoidInProgress {
                return await response(to: waits.answer, call, context.merchant)
            }
        }
    }

    /// Answers a key that was used before: the stored answer, or the payment's current state.
    private func replay(_ claim: Claim, _ authorize: Authorize, _ call: Call) async throws
        -> Response
    {
        let claimed = try await database.transaction { try claim.find(in: $0) }
        if let stored = try claimed.resolve() {
            return await withOrder(Answer(stored).replayed, call)
        }
        let answer = try await authorize.replay(on: database) { answer in
            StoredAnswer(status: 200, body: call.body(of: answer, call.merchant))
        }
        return await response(to: answer, call, call.merchant).replayed
    }

    /// The answer stored for a replay has no order in it, because an order contains its access
    /// token.
    private func response(
        to answer: AuthorizationAnswer, _ call: Call, _ merchant: Merchant
    ) async -> Response {
        let details =
            answer.isSuccess
            ? await orderDetails(
                of: answer.session.id, key: answer.session.derivationKey,
                clientVersion: answer.session.request.clientVersion, merchant) : nil
        return Answer(200, call.body(of: answer, merchant, details)).response
    }

    /// Adds the order of its payment to a stored answer, if there is one.
    private func withOrder(_ stored: Response, _ call: Call) async -> Response {
        guard stored.status == 200,
            (try? Document.parse(stored.body))?.root["status"]?.int64 == 0,
            (try? await orderTypes.type(of: call.merchant.number)) != nil,
            let checkout = try? call.checkout(),
            let order = try? await database.transaction({ try FindOrder(checkout)(in: $0) })
        else { return stored }
        return stored.with(
            await orderDetails(
                of: checkout, key: order.derivationKey, clientVersion: order.clientVersion,
                call.merchant))
    }
}

extension Response {
    /// The response with one more member.
    fileprivate func with(_ details: AuthorizationResult.OrderDetails?) -> Response {
        guard let details, let stored = try? Document.parse(body).root else { return self }
        return Response(
            status: status, headers: headers,
            body: Writer.value { writer in
                writer.object { body in
                    stored.write(membersTo: &body)
                    body.member("orderDetails", details)
                }
            })
    }
}

extension Call {
    /// Apple's `ApplePayPaymentAuthorizationResult`, plus our own member `checkout`.
    fileprivate func body(
        of answer: AuthorizationAnswer, _ merchant: Merchant,
        _ details: AuthorizationResult.OrderDetails? = nil
    ) -> [UInt8] {
        Writer.value { writer in
            writer.object { body in
                AuthorizationResult(
                    isSuccess: answer.isSuccess, errors: answer.errors.map(sheetError),
                    orderDetails: details
                ).write(membersTo: &body, clientVersion: answer.session.request.clientVersion)
                body.object("checkout") {
                    answer.session.write(stateTo: &$0, at: now)
                    answer.balance?.write(to: &$0)
                    if !answer.isSuccess {
                        answer.attempt?.write(declineTo: &$0, of: merchant, in: language)
                    }
                }
            }
        }
    }
}

/// Apple's `ApplePayPayment` as this route reads it; unknown members are ignored, because Apple may
/// add some.
private struct ParsedPayment: Sendable {
    let token: ParsedToken
    let billing: Contact?
    let shipping: Contact?
    let digest: [UInt8]

    init?(reading fields: ObjectReader, merchantIsLive: Bool) {
        billing = fields.object("billingContact").map(Contact.init(reading:))
        shipping = fields.object("shippingContact").map(Contact.init(reading:))
        guard let object = fields.object("token", required: true),
            let token = ParsedToken(reading: object, merchantIsLive: merchantIsLive)
        else { return nil }
        self.token = token
        digest = SHA256.hash(fields.node.canonicalBytes())
    }

    func payment(_ instrument: PaymentInstrument) -> Payment {
        Payment(instrument: instrument, billing: billing, shipping: shipping, digest: digest)
    }
}
