import Balances
import CartSupport
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

/// One random payment, as the dice decide it.
struct PaymentPlan: Sendable {
    enum End: CaseIterable {
        case approved, declined, partial, unknown, pending, voided, unreachable, late
    }

    /// The checkout before the payment.
    let session: CheckoutSession
    /// The balances that are attached to it, before the payment.
    let balances: [Balance]
    let coupon: Coupon?
    /// The keyed hash of the email by which the coupon counts its uses; nil without either.
    let couponBuyer: [UInt8]?
    let payment: Payment
    let claim: Claim?
    let end: End
    let country: Country?
    let captureBefore: Instant
    let card: CardDisplay

    var buyerIsWaiting: Bool { payment.savedCard == nil }
    var savesCard: Bool { session.request.savesCard && buyerIsWaiting }
    /// True if a card is charged: balances do not pay everything, or the card is to be saved.
    var hasCard: Bool { session.total.minorUnits > 0 || savesCard }
    var isAutomatic: Bool { session.request.captureMethod == .automatic }

    /// True if the payment needs more locks than a batch of payments by card has.
    var needsLocks: Bool { !balances.isEmpty || coupon != nil || savesCard }

    /// The results that the processor reports, one after the other.
    func results(
        of request: AuthorizationRequest
    ) -> [Result<AuthorizationOutcome, ProcessorFault>] {
        switch end {
        case .approved: [.success(.approved(approval(of: request)))]
        case .declined: [.success(.declined(.insufficientFunds))]
        case .partial:
            [
                .success(
                    .partiallyApproved(
                        approval(of: request, Money(minorUnits: 1, currency: session.currency))))
            ]
        case .unknown: [.failure(.answerLost)]
        case .pending: [.success(.pending)]
        case .voided: [.success(.voided)]
        case .unreachable: [.failure(.unreachable)]
        case .late: [.failure(.answerLost), .success(.approved(approval(of: request)))]
        }
    }

    private func approval(of request: AuthorizationRequest, _ amount: Money? = nil) -> Approval {
        Approval(
            reference: "bank", amount: amount ?? request.amount, networkTransaction: "1",
            issuingCountry: country, captureBefore: captureBefore,
            isCaptured: request.captureNow, card: card,
            savedCard: request.savesCard
                ? SavedCardReference(
                    reference: "saved", networkTransaction: "2", merchantToken: nil) : nil)
    }

    /// The answer that a replay returns.
    func answer(_ answer: AuthorizationAnswer) -> ClaimAnswer? {
        claim.map { ClaimAnswer(claim: $0, answer: PaymentPlan.stored(answer)) }
    }

    static func stored(_ answer: AuthorizationAnswer) -> StoredAnswer {
        StoredAnswer(status: 200, body: Array("\(answer.isSuccess)".utf8))
    }
}

extension CheckoutSession {
    var currency: Currency { total.currency }
}

extension Till {
    /// Random payments, each of a checkout of its own.
    func plans(_ count: Int, seed: UInt64) async throws -> [PaymentPlan] {
        var dice = SeededGenerator(seed: seed)
        let saved = try await savedCard()
        var plans: [PaymentPlan] = []
        for index in 0..<count { plans.append(try await plan(index, saved, &dice)) }
        return plans
    }

    private func plan(
        _ index: Int, _ saved: SavedCard.ID, _ dice: inout SeededGenerator
    ) async throws -> PaymentPlan {
        let (code, price) = dice.pick([("USD", "10.25"), ("JPY", "900"), ("KWD", "9.005")])
        let currency = Currency(code)!
        let tenders = dice.pick([[], [], ["0.5"], ["2"], ["0.5", "2"]])
        let coupon =
            dice.chance(25) && code == "USD"
            ? try await self.coupon(
                "C\(index)", CouponTerms(reduction: .percentage(Rate(percent: "10")!))) : nil
        let isDelivered = dice.chance(50)
        let method = dice.pick([CaptureMethod.automatic, .manual])
        let countries = dice.chance(30) ? [america] : []
        let savesCard = dice.chance(15)
        let opened = try await checkout(coupon: coupon) {
            $0 = cart(item(price, in: currency), in: currency)
            if isDelivered { $0 = delivered($0) }
            $0.captureMethod = method
            $0.supportedCountries = countries
            $0.supportsCouponCode = coupon != nil
            $0.reference = "order \(index)"
            if savesCard {
                $0.recurring = RecurringPaymentRequest(
                    paymentDescription: "Toast",
                    regularBilling: LineItem(
                        label: "Toast", amount: money(price, currency),
                        timing: .recurring(LineItem.Recurrence())),
                    trialBilling: nil,
                    terms: BillingTerms(
                        billingAgreement: nil,
                        managementURL: WebAddress("https://shop.example/plan")!,
                        tokenNotificationURL: nil))
            }
        }
        var balances: [Balance] = []
        for share in tenders {
            let amount = money(price, currency).minorUnits * (share == "2" ? 2 : 1) / 2
            let balance = try await balance(
                Money(minorUnits: amount, currency: currency).decimal, in: currency)
            try await attach(balance, to: opened)
            balances.append(try await self.balance(balance))
        }
        let session = try await session(opened)
        let card = dice.chance(30) && !savesCard ? saved : nil
        let contact = isDelivered ? Till.ada : nil
        return PaymentPlan(
            session: session, balances: balances, coupon: coupon,
            couponBuyer: isDelivered ? try coupon.map { try couponBuyer(of: $0) } : nil,
            payment: Payment(
                instrument: try instrument(of: session, isSaved: card != nil, &dice),
                billing: contact,
                shipping: contact, digest: [UInt8(index)], savedCard: card),
            claim: dice.chance(50) ? claim("tap", on: session) : nil,
            end: dice.pick(PaymentPlan.End.allCases),
            country: dice.pick([nil, america, Country("DE")]),
            captureBefore: now.adding(seconds: Int64.random(in: 0...99, using: &dice)),
            card: dice.pick([.unknown, CardDisplay(network: "Visa", lastFour: "4242")]))
    }

    private func instrument(
        of session: CheckoutSession, isSaved: Bool, _ dice: inout SeededGenerator
    ) throws -> PaymentInstrument {
        guard dice.chance(40), !isSaved else {
            return .simulated(SimulatedToken(), card: .unknown)
        }
        let token = try DecryptedToken.made(
            signed: now.microseconds / 1_000_000, amount: session.total.minorUnits,
            currency: session.currency)
        return .opened(token, card: .unknown)
    }

    private func couponBuyer(of coupon: Coupon) throws -> [UInt8] {
        try keys.derive(
            label: "coupon buyer", context: Array("\(coupon.id.text) ada@example.com".utf8),
            number: keys.allNumbers[0])
    }

    /// A card that an earlier payment saved.
    private func savedCard() async throws -> SavedCard.ID {
        let session = try await checkout()
        _ = try await pay(session, by: Bank().processor())
        guard let attempt = try await attempts(session).first else {
            throw PaymentRefusal.notAuthorized(.open)
        }
        let card = SavedCard(
            id: SavedCard.ID(merchant: merchant.number, uuid: attempt.id.uuid),
            checkout: session.id, processor: "test",
            reference: SavedCardReference(
                reference: "saved", networkTransaction: nil, merchantToken: nil),
            display: .unknown, createdAt: now)
        try await database.run(SavedCard.stored.insert([card]))
        return card.id
    }
}
