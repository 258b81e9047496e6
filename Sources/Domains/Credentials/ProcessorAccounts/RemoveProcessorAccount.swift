import Postgres
import Vocabulary

/// Deletes the keys of a merchant's account: the server can no longer charge, capture or refund.
package struct RemoveProcessorAccount: Verb {
    package let merchant: MerchantNumber

    package init(of merchant: MerchantNumber) { self.merchant = merchant }

    package func callAsFunction(in transaction: Transaction) throws {
        guard try !transaction.run(ProcessorAccount.remove(of: merchant)).isEmpty else {
            throw CredentialsRefusal.notFound
        }
    }
}
