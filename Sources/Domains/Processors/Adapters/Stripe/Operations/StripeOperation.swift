import Vocabulary

/// A row of our record of captures, increments and refunds at Stripe.
struct StripeOperation: Sendable {
    enum Kind: String, Sendable { case capture, increment, refund }

    enum State: String, Sendable {
        case requested = "asked"
        /// Accepted by Stripe and not decided yet.
        case pending
        case done
        case refused
        /// The bank declined to authorize more.
        case declined
    }

    let kind: Kind
    let key: AttemptKey
    let charge: AttemptKey
    let amount: Money
    let isLast: Bool
    var state: State = .requested
    var reference: String?
    var reason: String?
    var target: Int64?

    init(
        _ kind: Kind, _ key: AttemptKey, of charge: AttemptKey, _ amount: Money,
        isLast: Bool = false
    ) {
        self.kind = kind
        self.key = key
        self.charge = charge
        self.amount = amount
        self.isLast = isLast
    }

    /// True if a repeated request has the same content.
    func isSameRequest(as other: StripeOperation) -> Bool {
        charge == other.charge && amount == other.amount && isLast == other.isLast
    }

    mutating func refuse(_ refusal: PaymentOperationRefusal) {
        state = .refused
        reason = refusal.rawValue
    }

    private var refusal: PaymentOperationRefusal {
        reason.flatMap(PaymentOperationRefusal.init(rawValue:)) ?? .refusedByBank
    }

    var capture: CaptureOutcome {
        switch state {
        case .requested, .pending: .pending
        case .done: .captured(reference: reference ?? "")
        case .refused, .declined: .refused(refusal)
        }
    }

    var refund: RefundOutcome {
        switch state {
        case .requested, .pending: .pending(reference: reference ?? "")
        case .done: .succeeded(reference: reference ?? "")
        case .refused, .declined: .failed(refusal)
        }
    }

    func increment(captureBefore: Instant) -> IncrementOutcome {
        switch state {
        case .requested, .pending: .pending
        case .done: .approved(captureBefore: captureBefore)
        case .declined: .declined(reason.flatMap(DeclineReason.init(code:)) ?? .declined)
        case .refused: .refused(refusal)
        }
    }
}
