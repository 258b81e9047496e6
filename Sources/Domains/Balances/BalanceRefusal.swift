import Vocabulary

/// The reason why a balance refuses an operation.
package enum BalanceRefusal: Error, Equatable, Sendable {
    case notFound
    /// No balance of the merchant has this code; the answer is the same if another merchant's has
    /// it.
    case unknownCode
    /// Another balance of the merchant has the code.
    case codeTaken
    /// The merchant has no such customer.
    case unknownCustomer
    case expired
    case frozen
    case otherCurrency(given: Currency, held: Currency)
    /// The amount would suffice, but holds reserve a part of it.
    case held(available: Money, shortfall: Money)
    case insufficient(available: Money, shortfall: Money)
    /// The hold belongs to a checkout; only the checkout may capture or release it.
    case heldByCheckout
    /// The hold was captured or released, or has expired.
    case holdEnded
    /// The amount is larger than the hold.
    case exceedsHold
    /// The balance would exceed the largest amount that can be stored.
    case outOfRange
}

extension BalanceRefusal: Refusal {
    package var problem: ProblemDetails {
        switch self {
        case .notFound: .notFound
        case .unknownCode:
            .notFound("unknown_code", "no balance has this code")
        case .codeTaken:
            .conflict("balance_code_taken", "another balance has this code")
        case .unknownCustomer: .invalid("/customer", "the customer does not exist")
        case .expired:
            .conflict("balance_expired", "the balance has expired")
        case .frozen:
            .conflict("balance_frozen", "the balance is frozen and cannot be spent")
        case .otherCurrency(let given, let held):
            .unprocessable(
                "currency_mismatch",
                "the amount is in \(given.code), but the balance is in \(held.code)")
        case .held(let available, let shortfall):
            .conflict(
                "balance_held", "the balance has enough money, but other holds reserve a part of it"
            )
            .with(available, shortfall)
        case .insufficient(let available, let shortfall):
            .conflict("insufficient_balance", "the available balance is less than the amount")
                .with(available, shortfall)
        case .heldByCheckout:
            .conflict(
                "hold_of_checkout",
                "the hold belongs to a checkout: capture, void or cancel the checkout instead")
        case .holdEnded:
            .conflict("hold_ended", "the hold was captured or released, or has expired")
        case .exceedsHold:
            .conflict("exceeds_hold", "the amount is more than the hold has left")
        case .outOfRange:
            .conflict(
                "balance_out_of_range", "the balance would exceed the largest possible amount")
        }
    }
}

extension ProblemDetails {
    fileprivate func with(_ available: Money, _ shortfall: Money) -> ProblemDetails {
        var problem = self
        problem.funds = Funds(available: available, shortfall: shortfall)
        return problem
    }
}
