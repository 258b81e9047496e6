import Crypto
import Vocabulary

/// A row of our record of what Stripe was asked to charge: what became of one key.
struct StripeCharge: Sendable {
    enum State: String, Sendable {
        /// Nothing is known to be decided.
        case asked
        /// Approved.
        case done
        case declined, voided, closed
    }

    let key: AttemptKey
    var state: State
    /// SHA-256 of what was asked for.
    let request: [UInt8]
    let amount: Money
    let isCaptured: Bool
    let keepsCard: Bool
    let merchantToken: String?
    let card: CardDisplay
    var intent: String?
    var decline: DeclineReason?
    let createdAt: Instant

    /// The row that a request makes.
    init(_ request: AuthorizationRequest, at now: Instant) {
        key = request.key
        self.request = Self.digest(request)
        amount = request.amount
        isCaptured = request.captureNow
        keepsCard = request.keepsCard && !request.payment.isKept
        card = request.payment.card
        createdAt = now
        if case .opened(let token, _) = request.payment {
            merchantToken = token.payload.merchantTokenIdentifier
        } else {
            merchantToken = nil
        }
        decline = StripeCard(request.payment) == nil ? .cardNotSupported : nil
        state = decline == nil ? .asked : .declined
    }

    init(
        key: AttemptKey, state: State, request: [UInt8], amount: Money, isCaptured: Bool,
        keepsCard: Bool, merchantToken: String?, card: CardDisplay, intent: String?,
        decline: DeclineReason?, createdAt: Instant
    ) {
        self.key = key
        self.state = state
        self.request = request
        self.amount = amount
        self.isCaptured = isCaptured
        self.keepsCard = keepsCard
        self.merchantToken = merchantToken
        self.card = card
        self.intent = intent
        self.decline = decline
        self.createdAt = createdAt
    }

    /// Nothing is held or taken: the card is looked at.
    var isSetup: Bool { amount.minorUnits == 0 }

    /// Of what makes it another request: neither what a statement shows nor an address does.
    private static func digest(_ request: AuthorizationRequest) -> [UInt8] {
        let instrument =
            switch request.payment {
            case .opened(let token, _): "apple_pay " + token.transactionIdentifier
            case .simulated: "simulated"
            case .kept(let kept, _, let later): "kept \(later.rawValue) " + kept.reference
            }
        return SHA256.hash(
            """
            \(request.amount.minorUnits) \(request.amount.currency.code) \(request.captureNow) \
            \(request.keepsCard) \(instrument)
            """)
    }
}

extension StripeCharge {
    /// What the row and Stripe's payment say to a caller.
    func approval(_ intent: StripeIntent) -> AuthorizationOutcome? {
        let authorized = intent.charge?.authorized.flatMap {
            StripeAmount.money($0, amount.currency)
        }
        // What was raised since is no part of the first answer.
        let minorUnits = min(amount.minorUnits, authorized?.minorUnits ?? amount.minorUnits)
        let approval = Approval(
            reference: intent.id, amount: Money(minorUnits: minorUnits, currency: amount.currency),
            networkTransaction: intent.charge?.networkTransaction,
            issuingCountry: intent.charge?.country,
            captureBefore: captureBefore(intent), isCaptured: isCaptured, card: display(intent),
            kept: kept(intent))
        return minorUnits < amount.minorUnits ? .partiallyApproved(approval) : .approved(approval)
    }

    func captureBefore(_ intent: StripeIntent) -> Instant {
        intent.charge?.captureBefore ?? intent.createdAt.adding(seconds: Self.holdSeconds)
    }

    /// The end of the card's own number is what a buyer knows; Stripe sees the device's.
    private func display(_ intent: StripeIntent) -> CardDisplay {
        let told = intent.charge?.display ?? .unknown
        return CardDisplay(
            network: card.network.isEmpty ? told.network : card.network,
            lastFour: card.lastFour.isEmpty ? told.lastFour : card.lastFour)
    }

    private func kept(_ intent: StripeIntent) -> KeptCardReference? {
        guard keepsCard, let customer = intent.customer, let method = intent.paymentMethod else {
            return nil
        }
        return KeptCardReference(
            reference: StripeKeptCard(customer: customer, paymentMethod: method).reference,
            networkTransaction: intent.charge?.networkTransaction, merchantToken: merchantToken)
    }

    /// Where Stripe does not say how long it holds: most networks' seven days, less an hour for clocks and
    /// queues (docs.stripe.com/payments/place-a-hold-on-a-payment-method).
    private static let holdSeconds: Int64 = 7 * 86_400 - 3_600
}
