import Checkouts
import Contacts
import Merchants
import Processors
import Vocabulary

/// The consequence of a processor's answer or silence: a pure rule (docs/rules/money.md#8, #9,
/// #11).
enum AttemptDecision: Hashable, Sendable {
    /// Keep the money. `isLate`: the sheet had shown a failure or an unknown outcome.
    case accept(Approval, isLate: Bool)
    /// Approved for another amount, or for a card whose issuing country is not accepted: the
    /// approval is voided, and the sheet shows this decline.
    case void(Approval, Decline)
    /// Approved after the sheet showed a failure or an unknown outcome: the approval is voided,
    /// because the merchant does not keep late approvals.
    case voidLate(Approval)
    case decline(DeclineReason)
    /// No money is kept, and the bank has not declined, as after a fault or a void: the buyer may
    /// try again.
    case notCharged
    /// The outcome is not known yet, and no other charge starts before it is.
    case unknown

    init(
        _ result: Result<AuthorizationOutcome, ProcessorFault>, to attempt: Attempt,
        accepted: [Country], policy: Policy
    ) {
        switch result {
        case .failure(let fault): self = fault.mayHaveCharged ? .unknown : .notCharged
        case .success(.pending): self = .unknown
        case .success(.voided): self = .notCharged
        case .success(.declined(let reason)): self = .decline(reason)
        case .success(.partiallyApproved(let approval)):
            self = .void(approval, .bank(.insufficientFunds))
        case .success(.approved(let approval)):
            self = AttemptDecision(approval, attempt, accepted, policy)
        }
    }

    private init(
        _ approval: Approval, _ attempt: Attempt, _ accepted: [Country], _ policy: Policy
    ) {
        guard approval.amount == attempt.amount else {
            self = .void(approval, .bank(.insufficientFunds))
            return
        }
        if !accepted.isEmpty {
            let isAccepted =
                approval.issuingCountry.map(accepted.contains) ?? !policy.refusesUnknownCountry
            guard isAccepted else {
                self = .void(approval, .issuingCountry)
                return
            }
        }
        switch attempt.reportedOutcome {
        case .nothing, .success: self = .accept(approval, isLate: false)
        case .failure, .unknown:
            self = policy.acceptsLateSuccess ? .accept(approval, isLate: true) : .voidLate(approval)
        }
    }

    /// The merchant's settings for a late approval, and for a card whose issuing country is
    /// unknown.
    struct Policy: Hashable, Sendable {
        var acceptsLateSuccess = false
        var refusesUnknownCountry = false
    }
}

extension Merchant {
    var attemptPolicy: AttemptDecision.Policy {
        AttemptDecision.Policy(
            acceptsLateSuccess: settings.lateSuccess == .keep,
            refusesUnknownCountry: settings.unknownIssuingCountry == .refuse)
    }
}
