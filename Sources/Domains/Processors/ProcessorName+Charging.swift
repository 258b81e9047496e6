import Vocabulary

extension ProcessorName {
    /// True if the processor's own units can express the amount, and it accepts one so large. Other
    /// amounts are refused before a buyer is asked to pay them (docs/rules/money.md#3).
    package func canCharge(_ money: Money) -> Bool {
        switch self {
        case .sandbox: true
        case .stripe: StripeAmount(money) != nil
        }
    }
}
