import Carts
import Checkouts
import Crypto
import Idempotency
import Merchants
import Postgres
import Vocabulary

/// Erases the buyers of locked checkouts. Open checkouts are canceled.
struct EraseCheckoutData: Sendable {
    let erasableData: [ErasableData]
    let merchant: MerchantNumber
    let keys: KeyRing
    let now: Instant

    init(_ erasableData: [ErasableData], of merchant: MerchantNumber, keys: KeyRing, now: Instant) {
        self.erasableData = erasableData
        self.merchant = merchant
        self.keys = keys
        self.now = now
    }

    func callAsFunction(
        in transaction: Transaction, cancel: (CheckoutSession.ID) -> CancelCheckout
    ) throws {
        guard !erasableData.isEmpty else { return }
        let tariffs = try tariffs(in: transaction)
        for open in erasableData where open.isOpen(at: now) {
            _ = try cancel(open.checkout)(in: transaction)
        }
        let checkouts = erasableData.map(\.checkout)
        try transaction.enqueue(ErasableData.erase(tariffs, of: merchant))
        try transaction.enqueue(ErasableData.eraseInputs(of: checkouts, of: merchant))
        try transaction.enqueue(ErasableData.eraseHashes(of: checkouts, of: merchant))
        try transaction.enqueue(
            Claim.delete(scopes: checkouts.map(CheckoutSession.claimScope), of: merchant.value))
    }

    /// Replaces each address by its tariff, under the settings that priced the checkout.
    private func tariffs(
        in transaction: Transaction
    ) throws -> [(checkout: CheckoutSession.ID, tariff: Tariff?)] {
        var known: [Int64: MerchantSettings] = [:]
        return try erasableData.map { erasableData in
            guard erasableData.place != nil else { return (erasableData.checkout, nil) }
            let version = erasableData.settingsVersion
            if known[version] == nil {
                known[version] = try Merchant.settings(
                    merchant, version: version, in: transaction)
            }
            return (
                erasableData.checkout,
                try known[version].flatMap { try erasableData.tariff(by: $0, keys: keys) }
            )
        }
    }
}
