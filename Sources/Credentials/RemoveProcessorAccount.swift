import Postgres
import Vocabulary

/// Destroys the keys of a merchant's account: nothing is charged, captured or refunded any more.
package struct RemoveProcessorAccount: Sendable {
    package let merchant: MerchantNumber

    package init(of merchant: MerchantNumber) { self.merchant = merchant }

    package func callAsFunction(in transaction: Transaction) throws {
        guard try !transaction.run(ProcessorAccount.remove(of: merchant)).isEmpty else {
            throw CredentialsRefusal.notFound
        }
    }
}
