import Contacts
import Merchants
import Processors
import Vocabulary

/// What is made of a processor's answer, or of its silence: a pure rule (money.md 8, 9, 11).
enum Verdict: Hashable, Sendable {
    /// The money is ours.
    case keep(Approval, isLate: Bool)
    /// Approved, but not as it was asked for: it is given back, and the buyer told this.
    case void(Approval, Decline)
    /// Approved after the buyer was told that it was not: it is given back.
    case voidLate(Approval)
    case decline(DeclineReason)
    /// Nothing was charged, and nobody said why: the buyer may try again.
    case notCharged
    /// Nobody knows yet, and until then nothing else is charged.
    case unknown

    init(
        _ answer: Result<AuthorizationOutcome, ProcessorFault>, to attempt: Attempt,
        accepted: [Country], policy: Policy
    ) {
        switch answer {
        case .failure(let fault): self = fault.mayHaveCharged ? .unknown : .notCharged
        case .success(.pending): self = .unknown
        case .success(.voided): self = .notCharged
        case .success(.declined(let reason)): self = .decline(reason)
        case .success(.partiallyApproved(let approval)):
            self = .void(approval, .bank(.insufficientFunds))
        case .success(.approved(let approval)):
            self = Verdict(approval, attempt, accepted, policy)
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
        switch attempt.told {
        case .nothing, .success: self = .keep(approval, isLate: false)
        case .failure, .unknown:
            self = policy.keepsLateSuccess ? .keep(approval, isLate: true) : .voidLate(approval)
        }
    }

    /// What the merchant has chosen for the cases that have no one right answer.
    struct Policy: Hashable, Sendable {
        var keepsLateSuccess = false
        var refusesUnknownCountry = false
    }
}
