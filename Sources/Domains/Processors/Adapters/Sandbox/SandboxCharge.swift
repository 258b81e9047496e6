import Vocabulary

/// A row of the sandbox's own record: the outcome of one key.
struct SandboxCharge: Sendable {
    enum State: String, Sendable { case charged, declined, voided, closed }

    let key: AttemptKey
    let state: State
    /// The requested amount, in minor units.
    let amount: Int64
    let approved: Int64
    let currency: String
    let outcome: String
    let decline: DeclineReason?
    let issuingCountry: Country?
    let card: CardDisplay
    let isCaptured: Bool
    let createdAt: Instant
    let visibleAt: Instant
    let holdEndsAt: Instant
    /// The later outcomes that the token requests.
    let simulation: SimulatedOperations
    /// True if the card is saved; `isMerchantToken` then says whether as a merchant token.
    let savesCard: Bool
    let isMerchantToken: Bool
    /// Apple's identifier of the merchant token, if there is one.
    let merchantTokenIdentifier: String?
    /// The requested outcomes of the saved card's later charges.
    var renewals: [SimulatedOutcome] = []
    /// The reference of the charged card, if it was saved before.
    var savedCardReference: String?

    /// The duration of an authorization of the sandbox: seven days, as with most card networks.
    static let holdSeconds: Int64 = 7 * 86_400
}

extension SandboxCharge {
    /// Creates the row of a request; returns nil if the request must leave no trace.
    init?(
        _ request: AuthorizationRequest, token: SimulatedToken, plan: SandboxAuthorizationPlan,
        at now: Instant
    ) {
        switch plan.decision {
        case .nothing:
            return nil
        case .charge(let minorUnits):
            state = .charged
            approved = minorUnits
            decline = nil
        case .decline(let reason):
            state = .declined
            approved = 0
            decline = reason
        }
        key = request.key
        amount = request.amount.minorUnits
        currency = request.amount.currency.code
        outcome = plan.outcome.rawValue
        issuingCountry = token.issuingCountry
        card = request.payment.card
        isCaptured = request.captureNow
        createdAt = now
        visibleAt = Instant(microseconds: now.microseconds + plan.hiddenMilliseconds * 1000)
        holdEndsAt = now.adding(seconds: token.later.holdSeconds ?? SandboxCharge.holdSeconds)
        simulation = token.later.stored
        savesCard = request.savesCard && !request.payment.isSavedCard
        isMerchantToken = token.isMerchantToken
        merchantTokenIdentifier = token.merchantTokenIdentifier
        renewals = token.renewals
        if case .savedCard(let savedCard, _, _) = request.payment {
            savedCardReference = savedCard.reference
        }
    }

    /// True if a repeated request asks for the same charge.
    func isSameRequest(as other: SandboxCharge) -> Bool {
        amount == other.amount && currency == other.currency && outcome == other.outcome
            && issuingCountry == other.issuingCountry && card == other.card
            && isCaptured == other.isCaptured && simulation == other.simulation
            && holdSeconds == other.holdSeconds && savesCard == other.savesCard
    }

    /// The row's answer to a caller; nil if the key is closed.
    var answer: AuthorizationOutcome? {
        switch state {
        case .closed: return nil
        case .voided: return .voided
        case .declined: return .declined(decline ?? .declined)
        case .charged:
            guard let currency = Currency(currency) else { return nil }
            let approval = Approval(
                reference: reference, amount: Money(minorUnits: approved, currency: currency),
                networkTransaction: networkTransaction, issuingCountry: issuingCountry,
                captureBefore: holdEndsAt, isCaptured: isCaptured, card: card,
                savedCard: savesCard ? newSavedCardReference : nil)
            return approved < amount ? .partiallyApproved(approval) : .approved(approval)
        }
    }

    /// True while a late success is not visible yet. Any other charge is visible from the start,
    /// even if the clock was set back since.
    func isHidden(at now: Instant) -> Bool { visibleAt > max(now, createdAt) }

    private var holdSeconds: Int64 { holdEndsAt.seconds(since: createdAt) }

    private var reference: String { Self.reference(of: key) }

    /// `sandbox_` and the attempt's number without its prefix.
    static func reference(of key: AttemptKey) -> String { "sandbox_\(key.number)" }

    var newSavedCardReference: SavedCardReference {
        SavedCardReference(
            reference: "sandbox_card_\(key.number)", networkTransaction: networkTransaction,
            merchantToken: isMerchantToken ? merchantTokenIdentifier ?? simulatedName : nil)
    }

    private var simulatedName: String {
        "\(SavedCardReference.simulatedPrefix)\(key.number)"
    }

    /// Fifteen digits like Visa's, derived from the key (FNV-1a).
    private var networkTransaction: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in key.text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(100_000_000_000_000 + hash % 900_000_000_000_000)
    }
}
