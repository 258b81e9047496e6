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

/// The payment: charges the card once the buyer has agreed.
enum AuthorizeEndpoint {
    static let all: [Endpoint] = [
        Endpoint(.post, "/v1/checkouts/{checkout}/authorize", for: .buyer, repeated: .phases) {
            call in
            let document = try call.document()
            return document.root["balance"]?.bool == true
                ? try await payByBalance(call, document) : try await payByCard(call, document)
        }
        .taking(CheckoutEndpoints.clientVersion)
    ]

    private static func payByCard(_ call: Call, _ document: Document) async throws -> Response {
        let services = call.services
        let (read, version) = try Call.read(document.root) { fields in
            let version = fields.integer("version", in: 1...Int64(Int32.max)).map(Int.init)
            _ = fields.bool("balance")
            let payment = fields.object("payment", required: true)
                .flatMap { ParsedPayment(reading: $0, merchantIsLive: call.merchant.live) }
            fields.refuseUnknown()
            return payment.map { ($0, version) }
        }
        let checkout = try call.checkout()
        let claim = try call.claim(of: document)
        let context = try call.context()
        let find = FindReplay(context: context, digest: read.digest, version: version)
        guard let processor = try await services.processor(call.merchant) else {
            if let earlier = try await earlierResponse(find, claim, call) { return earlier }
            // If the checkout is no longer open, that refusal says more than the missing processor
            // does.
            try await RequireOpen(
                checkout: checkout, generation: call.generation, now: call.now)(on: call.database)
            throw CheckoutRefusal.noProcessor
        }
        let address = services.proxies.buyer(of: call.request)
        let watched = services.cardTesting.payment(
            of: call.merchant.number, checkout.uuid, from: address?.text, site: address?.site)
        defer { watched.end(.unknown) }
        let payment: Payment
        do {
            payment = try await open(read, of: call)
        } catch let refusal as TokenRefusal {
            guard let earlier = try await earlierResponse(find, claim, call) else { throw refusal }
            return earlier
        }
        return try await call.registry.retryingOnSettingsChange(context) { context in
            let authorize = Authorize(
                begin: BeginAuthorization(
                    context: context, payment: payment, version: version, processor: processor.name,
                    attempt: call.identify(),
                    admission: services.limits.admission(
                        checkout.uuid, from: address, of: call.merchant.number
                    ).guarded(by: watched),
                    lease: BeginAuthorization.lease(beyond: services.processorLimit), claim: claim),
                processor: processor, limit: services.processorLimit,
                deadlines: services.deadlines, now: services.now)
            let keep: @Sendable (AuthorizationAnswer) -> StoredAnswer = {
                StoredAnswer(status: 200, body: call.body(of: $0, context.merchant))
            }
            return try await call.inPhases(claim) {
                try await withOrder($0, call)
            } _: {
                let answer = try await authorize(on: call.database, keep: keep)
                if let change = watched.end(CardTestingGuard.Outcome(answer)) {
                    await services.emit(change, call)
                }
                let request = answer.session.request
                if answer.isSuccess,
                    request.billingReferences != nil || request.schedulesPayment
                {
                    await services.enroll(call, context)
                }
                return await response(to: answer, call, context.merchant)
            } unfinished: { _ in
                let answer = try await authorize.replay(on: call.database, keep: keep)
                return await response(to: answer, call, context.merchant)
            }
        }
    }

    /// Returns the earlier answer to a payment whose token is now refused, or whose merchant no
    /// longer has a processor; nil if there was no such payment.
    private static func earlierResponse(
        _ find: FindReplay, _ claim: Claim?, _ call: Call
    ) async throws -> Response? {
        let earlier = try await call.earlierResponse(claim) { try await withOrder($0, call) }
        if let earlier { return earlier }
        guard let known = try await call.run(find) else {
            return nil
        }
        return await response(to: known, call, call.merchant)
    }

    /// Opens the token. One that was altered, is too old or is another merchant's is refused before
    /// anything is stored.
    private static func open(_ read: ParsedPayment, of call: Call) async throws -> Payment {
        switch read.token {
        case .simulated(let instrument): return read.payment(instrument)
        case .encrypted(let token, let card):
            let opened = try await call.services.credentials.open(
                token, of: call.merchant, at: call.now)
            return read.payment(.opened(opened, card: card))
        }
    }

    /// Pays with balances alone. The request has contacts as a card payment does, but no token.
    private static func payByBalance(_ call: Call, _ document: Document) async throws -> Response {
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
        let claim = try call.claim(of: document)
        return try await call.registry.retryingOnSettingsChange(context) { context in
            let pay = PayByBalance(
                context: context, shipping: payment.shipping, billing: payment.billing,
                version: version)
            let keep: @Sendable (AuthorizationAnswer) -> StoredAnswer = { answer in
                StoredAnswer(status: 200, body: call.body(of: answer, context.merchant))
            }
            if let paid = try await pay.runInBatch(
                on: call.database, claim: claim, keep: keep)
            {
                return await response(to: paid, call, context.merchant)
            }
            do {
                return try await call.idempotent(document) {
                    try await withOrder($0, call)
                } first: {
                    try await withOrder($0.toStore, call)
                } _: { transaction in
                    Answer(200, call.body(of: try pay(in: transaction), context.merchant))
                }
            } catch let waits as VoidInProgress {
                return await response(to: waits.answer, call, context.merchant)
            }
        }
    }

    /// The answer stored for a replay has no order in it, because an order contains its access
    /// token.
    private static func response(
        to answer: AuthorizationAnswer, _ call: Call, _ merchant: Merchant
    ) async -> Response {
        let details =
            answer.isSuccess
            ? await call.services.orderDetails(
                of: answer.session.id, key: answer.session.derivationKey,
                clientVersion: answer.session.request.clientVersion, merchant) : nil
        return Answer(200, call.body(of: answer, merchant, details)).response
    }

    /// Adds the order of its payment to a stored answer, if there is one.
    private static func withOrder(_ stored: StoredAnswer, _ call: Call) async throws -> Response {
        guard stored.status == 200,
            try Document.parse(stored.body).root["status"]?.int64 == 0,
            (try? await call.services.orderTypes.type(of: call.merchant.number)) != nil,
            let order = try? await call.database.transaction({ [checkout = try call.checkout()] in
                try FindOrder(checkout)(in: $0)
            }),
            let details = await call.services.orderDetails(
                of: try call.checkout(), key: order.derivationKey,
                clientVersion: order.clientVersion, call.merchant)
        else { return Answer(stored).response }
        return try Answer(stored) { $0.member("orderDetails", details) }.response
    }
}

extension Services {
    /// Emits an event to the merchant when card testing has begun or ended. The payment is
    /// answered even if the event could not be stored.
    fileprivate func emit(_ change: CardTestingGuard.Change, _ call: Call) async {
        let moment = Moment(now(), identify: identify)
        do {
            try await cardTesting.emit(
                change, of: call.merchant.number, moment, on: database)
        } catch {
            report(error, call.request.id)
        }
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

/// Apple's `ApplePayPayment` as this endpoint reads it; unknown members are ignored, because Apple
/// may add some.
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
