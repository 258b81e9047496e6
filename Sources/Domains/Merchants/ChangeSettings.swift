import Postgres
import Vocabulary

/// Changes a merchant's settings under a lock and raises their version.
package struct ChangeSettings: Verb {
    package let merchant: MerchantNumber
    package let now: Instant
    /// Returns the changed merchant for the current one.
    package let change: @Sendable (Merchant) throws -> Merchant

    package init(
        merchant: MerchantNumber, now: Instant,
        change: @escaping @Sendable (Merchant) throws -> Merchant
    ) {
        self.merchant = merchant
        self.now = now
        self.change = change
    }

    package func callAsFunction(in transaction: Transaction) throws -> Merchant {
        try transaction.enqueue(Merchant.lock(merchant))
        let old = try FindMerchant(number: merchant)(in: transaction)
        var new = try change(old)
        new.settingsVersion = old.settingsVersion + 1
        if new.settings.domains != old.settings.domains {
            try DomainName.take(new.settings.domains, for: merchant, in: transaction)
        }
        try transaction.enqueue(Merchant.store(new, at: now))
        return new
    }
}
