import Postgres
import Vocabulary

/// Deletes Apple's merchant token identifiers from our records of payments at Stripe.
///
/// The customer was erased, and nothing is charged with these tokens any more.
package struct EraseMerchantTokens: Verb {
    private let merchant: MerchantNumber
    /// The keys of the attempts that saved the cards.
    private let keys: [String]

    package init(of merchant: MerchantNumber, keys: [String]) {
        self.merchant = merchant
        self.keys = keys
    }

    package func callAsFunction(in transaction: Transaction) throws {
        guard !keys.isEmpty else { return }
        try transaction.enqueue(StripeCharge.forgetTokens(of: merchant, keys: keys))
    }
}
