import Balances
import Outbox
import Passes
import Postgres
import Vocabulary

/// What passes may stand for, and what they show of it.
extension PassSubjects {
    package static let all = PassSubjects(changedBy: [
        .balanceCredited, .balanceDebited, .balanceHeld, .balanceReleased, .balanceCaptured,
        .balanceFrozen, .balanceUnfrozen, .balanceExpired,
    ]) { subject, now, transaction in
        guard let id = Balance.ID(subject), let balance = try Balance.find(id, in: transaction)
        else { return nil }
        return Subject(shown: balance.shown(at: now), customer: balance.customer)
    }
}

extension Balance {
    /// What its holder can spend; what is promised to a payment is not theirs to spend again.
    func shown(at now: Instant) -> PassShown {
        PassShown(
            ["balance": .amount(available)], isVoided: frozen != nil || isExpired(at: now),
            expiresAt: expiresAt)
    }
}
