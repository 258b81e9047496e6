import Balances
import Contacts
import Vocabulary

/// The reason that a balance does not pay the requested amount, as the sheet and the page show it.
package struct BalanceProblem: Hashable, Sendable {
    /// A stable code for programs. The API's refusals of balances have the same codes.
    package let code: String
    /// The missing amount; nil if the amount is not the problem.
    package let shortfall: Money?
    package let message: Message

    /// Apple has no code for any of it (docs/rules/money.md#13).
    package var error: FieldError { FieldError(code: .unknown, message: message) }

    /// Balances cannot pay enough: they must pay alone, or they have less than the sheet showed.
    ///
    /// - Parameter shortfall: the amount that is left to pay.
    package static func insufficient(shortfall: Money) -> BalanceProblem {
        BalanceProblem(
            code: "insufficient_balance", shortfall: shortfall,
            message: .balanceInsufficient(shortfall: shortfall))
    }

    package static let unknownCode = BalanceProblem(
        code: "unknown_code", shortfall: nil, message: .balanceUnknown)

    /// The maximum number of balances of a checkout: each has its own line in the sheet, and all
    /// are locked together.
    package static let balancesMax = 5

    static let tooMany = BalanceProblem(
        code: "too_many_balances", shortfall: nil,
        message: .balanceTooMany(maximum: balancesMax))

    private init(code: String, shortfall: Money?, message: Message) {
        self.code = code
        self.shortfall = shortfall
        self.message = message
    }

    /// Returns nil for a refusal that the sheet does not show to the buyer.
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
