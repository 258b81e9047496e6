import Vocabulary

extension ProcessorName {
    /// Whether an amount can be said in the processor's own units, which are not everybody's: what cannot is
    /// refused before anybody is asked to pay it (money.md rule 3).
    package func canCharge(_ money: Money) -> Bool {
        switch self {
        case .sandbox: true
        case .stripe: StripeAmount(money) != nil
        }
    }
}
