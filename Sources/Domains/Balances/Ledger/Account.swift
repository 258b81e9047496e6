import Vocabulary

/// The source or target of a transfer: a stored balance or a system account.
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

/// System accounts, which every merchant has in every currency. None stores a running total,
/// because all payments of the merchant would then wait for that one row.
package enum SystemAccount: String, CaseIterable, Sendable {
    /// Money issued to balances without a payment.
    case issuance
    /// Money that the merchant withdrew from balances.
    case withdrawal
    /// Sales.
    case revenue
    /// Money that a card processor collected to fill balances.
    case processor
    /// Money that a bank holds back until it decides a dispute.
    case disputed
    /// Money that a bank took back for good after the balance that it filled was spent.
    case loss

    /// The sign that the sum of its entries must have (docs/rules/money.md#12): 1 or -1.
    package var sign: Int64 {
        switch self {
        case .issuance, .processor, .disputed, .loss: -1
        case .withdrawal, .revenue: 1
        }
    }
}
