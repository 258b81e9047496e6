import Merchants
import Postgres
import Vocabulary

/// Counts the phones that could not be notified of a merchant's passes so far, and the most tries
/// for one of them.
package struct CountWaitingPushes: Verb {
    package let merchant: MerchantNumber

    package init(of merchant: MerchantNumber) { self.merchant = merchant }

    package func callAsFunction(in transaction: Transaction) throws -> (phones: Int64, tries: Int64)
    {
        let rows = try transaction.run(WaitingPush.failing(of: merchant))
        return (try rows[0].get("phones"), try rows[0].get("tries"))
    }
}
