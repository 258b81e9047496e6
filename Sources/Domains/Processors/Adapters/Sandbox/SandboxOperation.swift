import Vocabulary

/// A row of the sandbox's record of captures, increments and refunds.
struct SandboxOperation: Sendable {
    enum Kind: String, Sendable { case capture, increment, refund }

    enum State: String, Sendable { case pending, done, refused, declined }

    /// The reason why no money moves; a pending operation already has the one with which it will
    /// end.
    enum Reason: Hashable, Sendable {
        case refused(PaymentOperationRefusal)
        /// The bank's decline of an increment.
        case declined(DeclineReason)

        var state: State {
            switch self {
            case .refused: .refused
            case .declined: .declined
            }
        }

        var code: String {
            switch self {
            case .refused(let refusal): refusal.rawValue
            case .declined(let decline): decline.code
            }
        }

        init?(code: String) {
            if let refusal = PaymentOperationRefusal(rawValue: code) {
                self = .refused(refusal)
            } else if let decline = DeclineReason(code: code) {
                self = .declined(decline)
            } else {
                return nil
            }
        }
    }

    let kind: Kind
    let key: AttemptKey
    let charge: String
    let amount: Int64
    let currency: String
    let isLast: Bool
    let state: State
    let reason: Reason?
    let createdAt: Instant
    let dueAt: Instant
}

extension SandboxOperation {
    /// Creates the row that the plan decides. `apply` stores a refusal instead if the charge does
    /// not allow the request.
    init(
        _ kind: Kind, key: AttemptKey, charge: AttemptKey, amount: Money, isLast: Bool,
        plan: SandboxOperationPlan, at now: Instant
    ) {
        self.kind = kind
        self.key = key
        self.charge = charge.text
        self.amount = amount.minorUnits
        currency = amount.currency.code
        self.isLast = isLast
        state = plan.isPending ? .pending : plan.refusal?.state ?? .done
        reason = plan.refusal
        createdAt = now
        dueAt = Instant(microseconds: now.microseconds + plan.dueMilliseconds * 1000)
    }

    /// True if a repeated request has the same content.
    func isSameRequest(as other: SandboxOperation) -> Bool {
        charge == other.charge && amount == other.amount && currency == other.currency
            && isLast == other.isLast
    }

    /// `sandbox_`, the kind, and the key's number without its prefix, such as `sandbox_capture_…`.
    var reference: String { "sandbox_\(kind.rawValue)_\(key.number)" }

    private var refusal: PaymentOperationRefusal {
        if case .refused(let refusal) = reason { refusal } else { .refusedByBank }
    }

    var capture: CaptureOutcome {
        switch state {
        case .pending: .pending
        case .done: .captured(reference: reference)
        case .refused, .declined: .refused(refusal)
        }
    }

    var refund: RefundOutcome {
        switch state {
        case .pending: .pending(reference: reference)
        case .done: .succeeded(reference: reference)
        case .refused, .declined: .failed(refusal)
        }
    }

    func increment(captureBefore: Instant) -> IncrementOutcome {
        switch (state, reason) {
        case (.pending, _): .pending
        case (.done, _): .approved(captureBefore: captureBefore)
        case (_, .declined(let decline)): .declined(decline)
        case (.refused, _), (.declined, _): .refused(refusal)
        }
    }
}

extension AttemptKey {
    /// The identifier's text without its prefix.
    var number: Substring {
        text.utf8.firstIndex(of: UInt8(ascii: "_")).map { text[text.utf8.index(after: $0)...] }
            ?? text[...]
    }
}
