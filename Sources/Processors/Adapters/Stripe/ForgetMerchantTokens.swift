import Postgres
import Vocabulary

/// Takes Apple's names of merchant tokens out of what is written down for payments at Stripe: whose they were was
/// erased, and nothing is charged by them any more.
package struct ForgetMerchantTokens: Sendable {
    private let merchant: MerchantNumber
    /// Of the attempts by which the cards were kept.
    private let keys: [String]

    package init(of merchant: MerchantNumber, keys: [String]) {
        self.merchant = merchant
        self.keys = keys
    }

    package func callAsFunction(in transaction: Transaction) throws {
        guard !keys.isEmpty else { return }
        try transaction.later(StripeCharge.forgetTokens(of: merchant, keys: keys))
    }
}
