import Balances
import JSON
import Vocabulary

extension Problem {
    init(_ refusal: BalanceRefusal) {
        switch refusal {
        case .notFound: self = .notFound
        case .unknownCode:
            self.init(404, "unknown_code", "no balance has this code")
        case .codeTaken:
            self.init(409, "balance_code_taken", "another balance has this code")
        case .unknownCustomer:
            self.init(
                400, "invalid_request", "one field is wrong; see errors",
                errors: [
                    FieldProblem(
                        pointer: "/customer", code: "invalid_value",
                        detail: "the customer does not exist")
                ])
        case .expired:
            self.init(409, "balance_expired", "the balance has expired")
        case .frozen:
            self.init(409, "balance_frozen", "the balance is frozen and cannot be spent")
        case .otherCurrency(let given, let held):
            self.init(
                422, "currency_mismatch",
                "the amount is in \(given.code), but the balance is in \(held.code)")
        case .held(let available, let shortfall):
            self.init(
                409, "balance_held",
                "the balance has enough money, but other holds reserve a part of it")
            funds = Funds(available: available, shortfall: shortfall)
        case .insufficient(let available, let shortfall):
            self.init(409, "insufficient_balance", "the available balance is less than the amount")
            funds = Funds(available: available, shortfall: shortfall)
        case .heldByCheckout:
            self.init(
                409, "hold_of_checkout",
                "the hold belongs to a checkout: capture, void or cancel the checkout instead")
        case .holdEnded:
            self.init(409, "hold_ended", "the hold was captured or released, or has expired")
        case .exceedsHold:
            self.init(409, "exceeds_hold", "the amount is more than the hold has left")
        case .outOfRange:
            self.init(
                409, "balance_out_of_range", "the balance would exceed the largest possible amount")
        }
    }

    /// The funds available to the caller, and the amount that is missing.
    struct Funds: Equatable {
        let available: Money
        let shortfall: Money

        func write(membersTo writer: inout Writer) {
            writer.member("currencyCode", available.currency)
            writer.member("available", available)
            writer.member("shortfall", shortfall)
        }
    }
}
