import Vocabulary

/// Where money comes from and goes to: a stored balance, or one of the system's accounts.
package enum Account: Hashable, Sendable {
    case balance(Balance.ID)
    case system(SystemAccount)

    package var balance: Balance.ID? {
        if case .balance(let id) = self { id } else { nil }
    }

    package var system: SystemAccount? {
        if case .system(let account) = self { account } else { nil }
    }
}

/// The system's accounts, which every merchant has in every currency; none keeps a running total,
/// because every payment of the merchant would wait for that one row.
package enum SystemAccount: String, CaseIterable, Sendable {
    /// What was given out without being paid for.
    case issuance
    /// What the merchant took out of balances.
    case withdrawal
    /// What was sold.
    case revenue
    /// What a card processor took in for it.
    case processor
    /// What a bank has taken back until it decides.
    case disputed
    /// What a bank has taken back for good of money that a balance was filled with and that is spent.
    case loss

    /// On which side of zero its entries may add up (money.md 12): 1 or -1.
    package var sign: Int64 {
        switch self {
        case .issuance, .processor, .disputed, .loss: -1
        case .withdrawal, .revenue: 1
        }
    }
}
