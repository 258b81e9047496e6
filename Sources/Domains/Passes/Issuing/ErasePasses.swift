import Postgres
import Vocabulary

/// Erases the contents of a customer's passes, including their tokens: the server then refuses
/// phones' requests for them.
package struct ErasePasses: Verb {
    package let customer: UUID128
    package let merchant: MerchantNumber
    package let now: Instant

    package init(of customer: UUID128, _ merchant: MerchantNumber, now: Instant) {
        self.customer = customer
        self.merchant = merchant
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws {
        let rows = try transaction.run(Pass.erase(of: customer, merchant, at: now))
        let passes: [UUID128] = try rows.map { try $0.get("pass_id") }
        guard !passes.isEmpty else { return }
        let phones = try transaction.run(WalletDevice.unregisterAll(from: passes, merchant))
        guard !phones.isEmpty else { return }
        try transaction.enqueue(
            WalletDevice.deleteUnregistered(
                try phones.map { try $0.get("device") },
                try phones.map { try $0.get("pass_type_id") }, merchant))
    }
}
