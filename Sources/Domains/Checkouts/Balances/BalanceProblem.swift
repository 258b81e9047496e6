import Balances
import Contacts
import Vocabulary

/// The reason that a balance does not pay the requested amount, as the sheet and the page show it.
package struct BalanceProblem: Hashable, Sendable {
    /// Stable, for programs; the same codes as the API's refusals of balances.
    package let code: String
    /// The missing amount.
    package let shortfall: Money?
    package let message: Message

    /// Apple has no code for any of it (docs/rules/money.md#13).
    package var error: FieldError { FieldError(code: .unknown, message: message) }

    /// The amount left to pay if balances must pay alone, or pay less than the sheet showed.
    package static func insufficient(shortfall: Money) -> BalanceProblem {
        BalanceProblem(
            code: "insufficient_balance", shortfall: shortfall,
            message: .balanceInsufficient(shortfall: shortfall))
    }

    package static let unknownCode = BalanceProblem(
        code: "unknown_code", shortfall: nil, message: .balanceUnknown)

    /// Each balance has its own line in the sheet, and all are locked together.
    package static let balancesMax = 5

    static let tooMany = BalanceProblem(
        code: "too_many_balances", shortfall: nil,
        message: .balanceTooMany(maximum: balancesMax))

    private init(code: String, shortfall: Money?, message: Message) {
        self.code = code
        self.shortfall = shortfall
        self.message = message
    }

    /// Returns nil if the refusal is not about the balance.
    init?(_ refusal: BalanceRefusal) {
        switch refusal {
        case .unknownCode: self = .unknownCode
        case .expired:
            self.init(code: "balance_expired", shortfall: nil, message: .balanceExpired)
        case .frozen: self.init(code: "balance_frozen", shortfall: nil, message: .balanceFrozen)
        case .otherCurrency:
            self.init(code: "currency_mismatch", shortfall: nil, message: .balanceCurrency)
        case .held(_, let shortfall):
            self.init(code: "balance_held", shortfall: shortfall, message: .balanceHeld)
        case .insufficient(_, let shortfall): self = .insufficient(shortfall: shortfall)
        default: return nil
        }
    }
}
