import Merchants
import Postgres
import Vocabulary

/// How many phones a merchant's passes could not be told of so far, and how often it was tried.
package struct CountWaitingPushes: Sendable {
    package let merchant: MerchantNumber

    package init(of merchant: MerchantNumber) { self.merchant = merchant }

    package func callAsFunction(in transaction: Transaction) throws -> (phones: Int64, tries: Int64)
    {
        let rows = try transaction.run(WaitingPush.untold(of: merchant))
        return (try rows[0].get("phones"), try rows[0].get("tries"))
    }
}
