import Checkout
import Contacts
import Crypto
import Customers
import HTTP
import Idempotency
import JSON
import Merchants
import Postgres
import Processors
import Vocabulary

/// The buyer agreed: charge the card.
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
        let (payment, version) = try Call.read(document.root) { fields in
            let version = fields.integer("version", in: 1...Int64(Int32.max)).map(Int.init)
            _ = fields.bool("balance")
            let payment = fields.object("payment", required: true)
                .flatMap { Payment(reading: $0, merchantIsLive: call.merchant.live) }
            fields.refuseUnknown()
            return payment.map { ($0, version) }
        }
        guard let processor = processor(call.merchant) else { throw CheckoutRefusal.noProcessor }
        let checkout = try call.checkout()
        let claim = try call.claim { document.root.canonicalBytes() }
        var question = try call.question()
        for _ in 0..<2 {
            let authorize = Authorize(
                begin: BeginAuthorization(
                    question: question, payment: payment, version: version,
                    processor: processor.name, attempt: call.identify(),
                    admission: limits.admission(checkout.uuid, of: call.merchant.number),
                    lease: lease, claim: claim), processor: processor,
                limit: processorLimit, deadlines: deadlines, now: now, identify: identify)
            do {
                let answer = try await authorize(on: database) { [question] answer in
                    StoredAnswer(status: 200, body: call.body(of: answer, question.merchant))
                }
                if answer.isSuccess,
                    answer.sheet.request.engagement != nil
                        || answer.sheet.request.paysLater
                {
                    await enrol(call, question)
                }
                return Answer(200, call.body(of: answer, question.merchant)).response
            } catch CheckoutRefusal.settingsChanged {
                guard let present = try await registry.reload(question.merchant.number) else {
                    break
                }
                question.merchant = present
            } catch let error as PostgresError where error.constraintName == Claim.claimedOnce {
                guard let claim else { throw error }
                return try await replay(claim, authorize, call)
            }
        }
        throw Problem.busy
    }

    /// Balances pay alone; the contacts come as with a payment, without a token.
    private func payByBalance(_ call: Call, _ document: Document) async throws -> Response {
        let (version, payment) = try Call.read(document.root) { fields in
            let version = fields.integer("version", in: 1...Int64(Int32.max)).map(Int.init)
            _ = fields.bool("balance")
            let payment = fields.object("payment")
            // Nothing is asked of its card, and still it is a token or a mistake.
            _ = payment?.object("token").flatMap {
                TokenReading.instrument(of: $0, merchantIsLive: call.merchant.live)
            }
            let contacts = (
                shipping: payment?.object("shippingContact").map(Contact.init(reading:)),
                billing: payment?.object("billingContact").map(Contact.init(reading:))
            )
            fields.refuseUnknown()
            return (version, contacts)
        }
        var question = try call.question()
        let claim = try call.claim { document.root.canonicalBytes() }
        for _ in 0..<2 {
            let pay = PayByBalance(
                question: question, shipping: payment.shipping, billing: payment.billing,
                version: version)
            let keep = { [merchant = question.merchant] (answer: AuthorizationAnswer) in
                StoredAnswer(status: 200, body: call.body(of: answer, merchant))
            }
            if let paid = try await pay.together(on: database, claim: claim, keep: keep) {
                return Answer(200, call.body(of: paid, question.merchant)).response
            }
            do {
                return try await call.once(document) { [merchant = question.merchant] transaction in
                    Answer(200, call.body(of: try pay(in: transaction), merchant))
                }
            } catch CheckoutRefusal.settingsChanged {
                guard let present = try await registry.reload(question.merchant.number) else {
                    break
                }
                question.merchant = present
            }
        }
        throw Problem.busy
    }

    /// The key was used before: the first answer, or what has become of it since.
    private func replay(_ claim: Claim, _ authorize: Authorize, _ call: Call) async throws
        -> Response
    {
        switch try await database.transaction({ try claim.find(in: $0) }) {
        case .replay(let stored): return Answer(stored.status, stored.body).replayed
        case .otherInput: throw Problem.keyOfOtherInput
        case .fresh, .inFlight:
            let answer = try await authorize.again(on: database) { answer in
                StoredAnswer(status: 200, body: call.body(of: answer, call.merchant))
            }
            return Answer(200, call.body(of: answer, call.merchant)).replayed
        }
    }

    /// One second more than the processor may take, for the way there and back.
    private var lease: Duration { processorLimit + .seconds(1) }
}

extension Call {
    /// Apple's `ApplePayPaymentAuthorizationResult`, with our own extra beside it.
    fileprivate func body(of answer: AuthorizationAnswer, _ merchant: Merchant) -> [UInt8] {
        Writer.value { writer in
            writer.object { body in
                AuthorizationResult(
                    isSuccess: answer.isSuccess, errors: answer.errors.map(sheetError)
                ).write(membersTo: &body, clientVersion: answer.sheet.request.clientVersion)
                body.object("checkout") {
                    answer.sheet.write(stateTo: &$0, at: now)
                    answer.balance?.write(to: &$0)
                    if !answer.isSuccess {
                        answer.attempt?.write(declineTo: &$0, of: merchant, in: language)
                    }
                }
            }
        }
    }
}

extension Payment {
    /// Apple's `ApplePayPayment`; members that Apple may add are passed over.
    fileprivate init?(reading fields: ObjectReader, merchantIsLive: Bool) {
        let billing = fields.object("billingContact").map(Contact.init(reading:))
        let shipping = fields.object("shippingContact").map(Contact.init(reading:))
        guard let token = fields.object("token", required: true) else { return nil }
        guard let instrument = TokenReading.instrument(of: token, merchantIsLive: merchantIsLive)
        else { return nil }
        self.init(
            instrument: instrument, billing: billing, shipping: shipping,
            digest: SHA256.hash(fields.node.canonicalBytes()))
    }
}

/// What a payment token says about itself.
private enum TokenReading {
    static func instrument(
        of token: ObjectReader, merchantIsLive: Bool
    ) -> PaymentInstrument? {
        _ = token.string("transactionIdentifier", maxLength: 128)
        let method = token.object("paymentMethod")
        let card = CardDisplay(
            network: method?.string("network", maxLength: 64),
            displayName: method?.string("displayName", maxLength: 256))
        return data(of: token).flatMap {
            instrument($0, card: card, of: token, merchantIsLive: merchantIsLive)
        }
    }

    private static func data(of token: ObjectReader) -> PaymentInstrument.TokenData? {
        guard token.has("paymentData"), token.node("paymentData")?.string != "" else {
            return .empty
        }
        guard let data = token.object("paymentData") else { return nil }
        guard data.has("sandbox") else { return isEmpty(data.node) ? .empty : .encrypted }
        guard let sandbox = data.object("sandbox") else { return nil }
        let before = sandbox.problems.count
        let outcome: SimulatedOutcome? = sandbox.choice("outcome")
        let delay = sandbox.integer(
            "delayMilliseconds", in: SimulatedToken.delayMilliseconds)
        let country = sandbox.country("issuingCountry")
        let later = SimulatedSettlements(
            capture: sandbox.choice("capture"), increment: sandbox.choice("increment"),
            refund: sandbox.choice("refund"), dispute: sandbox.choice("dispute"),
            milliseconds: sandbox.integer(
                "settleMilliseconds", in: SimulatedSettlements.milliseconds),
            holdSeconds: sandbox.integer("holdSeconds", in: SimulatedSettlements.holdSeconds))
        let renewals = sandbox.choices(
            "renewals", of: SimulatedOutcome.self, maxCount: SimulatedToken.renewalsMax)
        let isMerchantToken = sandbox.bool("merchantToken") ?? true
        sandbox.refuseUnknown()
        guard sandbox.problems.count == before else { return nil }
        return .sandbox(
            SimulatedToken(
                outcome: outcome, delayMilliseconds: delay, issuingCountry: country, later: later,
                renewals: renewals ?? [], isMerchantToken: isMerchantToken))
    }

    /// Whether nothing is in it but empty texts, as in a token of Apple's simulator.
    private static func isEmpty(_ node: Node) -> Bool {
        node.members.allSatisfy {
            $0.value.string == "" || $0.value.kind == .object && isEmpty($0.value)
        }
    }

    private static func instrument(
        _ data: PaymentInstrument.TokenData, card: CardDisplay, of token: ObjectReader,
        merchantIsLive: Bool
    ) -> PaymentInstrument? {
        do throws(PaymentInstrument.Refusal) {
            return try PaymentInstrument.read(data, card: card, merchantIsLive: merchantIsLive)
        } catch {
            switch error {
            case .encryptedTokenNotSupported:
                token.refuse(
                    "paymentData", "token_not_supported", "encrypted tokens are not taken yet")
            case .simulatedTokenForLiveMerchant:
                token.refuse(
                    "paymentData", "simulated_token", "only test merchants take simulated tokens")
            }
            return nil
        }
    }
}
