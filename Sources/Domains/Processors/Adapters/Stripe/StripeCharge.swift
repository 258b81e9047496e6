import Crypto
import Vocabulary

/// A row of our record of charges at Stripe: the outcome of one key.
struct StripeCharge: Sendable {
    enum State: String, Sendable {
        /// Requested, and not known to be decided.
        case requested = "asked"
        /// Approved.
        case done
        case declined, voided, closed
    }

    let key: AttemptKey
    var state: State
    /// SHA-256 of the request.
    let request: [UInt8]
    let amount: Money
    let isCaptured: Bool
    let savesCard: Bool
    let merchantToken: String?
    let card: CardDisplay
    var intent: String?
    var decline: DeclineReason?
    let createdAt: Instant

    /// Creates the row of a request.
    init(_ request: AuthorizationRequest, at now: Instant) {
        key = request.key
        self.request = Self.digest(request)
        amount = request.amount
        isCaptured = request.captureNow
        savesCard = request.savesCard && !request.payment.isSavedCard
        card = request.payment.card
        createdAt = now
        if case .opened(let token, _) = request.payment {
            merchantToken = token.payload.merchantTokenIdentifier
        } else {
            merchantToken = nil
        }
        decline = StripeCard(request.payment) == nil ? .cardNotSupported : nil
        state = decline == nil ? .requested : .declined
    }

    init(
        key: AttemptKey, state: State, request: [UInt8], amount: Money, isCaptured: Bool,
        savesCard: Bool, merchantToken: String?, card: CardDisplay, intent: String?,
        decline: DeclineReason?, createdAt: Instant
    ) {
        self.key = key
        self.state = state
        self.request = request
        self.amount = amount
        self.isCaptured = isCaptured
        self.savesCard = savesCard
        self.merchantToken = merchantToken
        self.card = card
        self.intent = intent
        self.decline = decline
        self.createdAt = createdAt
    }

    /// True for a card verification, which authorizes and captures no amount.
    var isSetup: Bool { amount.minorUnits == 0 }

    /// Hashes what makes two requests different; the statement name and the address do not.
    private static func digest(_ request: AuthorizationRequest) -> [UInt8] {
        let instrument =
            switch request.payment {
            case .opened(let token, _): "apple_pay " + token.transactionIdentifier
            case .simulated: "simulated"
            case .savedCard(let savedCard, _, let later):
                "kept \(later.rawValue) " + savedCard.reference
            }
        return SHA256.hash(
            """
            \(request.amount.minorUnits) \(request.amount.currency.code) \(request.captureNow) \
            \(request.savesCard) \(instrument)
            """)
    }
}

extension StripeCharge {
    /// Returns the approval, from the row and Stripe's payment.
    func approval(_ intent: StripeIntent) -> AuthorizationOutcome? {
        let authorized = intent.charge?.authorized.flatMap {
            StripeAmount.money($0, amount.currency)
        }
        // Later increments are not part of the first answer.
        let minorUnits = min(amount.minorUnits, authorized?.minorUnits ?? amount.minorUnits)
        let approval = Approval(
            reference: intent.id, amount: Money(minorUnits: minorUnits, currency: amount.currency),
            networkTransaction: intent.charge?.networkTransaction,
            issuingCountry: intent.charge?.country,
            captureBefore: captureBefore(intent), isCaptured: isCaptured, card: display(intent),
            savedCard: savedCard(intent))
        return minorUnits < amount.minorUnits ? .partiallyApproved(approval) : .approved(approval)
    }

    func captureBefore(_ intent: StripeIntent) -> Instant {
        intent.charge?.captureBefore ?? intent.createdAt.adding(seconds: Self.holdSeconds)
    }

    /// The buyer knows the last digits of the physical card; Stripe only sees the device's number.
    private func display(_ intent: StripeIntent) -> CardDisplay {
        let charged = intent.charge?.display ?? .unknown
        return CardDisplay(
            network: card.network.isEmpty ? charged.network : card.network,
            lastFour: card.lastFour.isEmpty ? charged.lastFour : card.lastFour)
    }

    private func savedCard(_ intent: StripeIntent) -> SavedCardReference? {
        guard savesCard, let customer = intent.customer, let method = intent.paymentMethod else {
            return nil
        }
        return SavedCardReference(
            reference: StripeSavedCard(customer: customer, paymentMethod: method).reference,
            networkTransaction: intent.charge?.networkTransaction, merchantToken: merchantToken)
    }

    /// The time for which an authorization is valid if Stripe does not report its end: most
    /// networks' seven days, less an hour for clock differences and queues
    /// (docs.stripe.com/payments/place-a-hold-on-a-payment-method).
    private static let holdSeconds: Int64 = 7 * 86_400 - 3_600
}
