import Balances
import Postgres
import Vocabulary

extension AttachBalance {
    /// Lets a stored balance pay first for a checkout whose sheet the buyer has not opened yet. An
    /// empty or expired balance pays nothing, and the card pays all.
    package static func payFirst(
        _ balance: Balance.ID, _ context: CheckoutContext, in transaction: Transaction
    ) throws {
        let attach = AttachBalance(context: context, balanceReference: .balance(balance)) { _ in nil
        }
        do {
            _ = try attach(in: transaction)
        } catch is BalanceRefusal {
            return
        }
    }
}
