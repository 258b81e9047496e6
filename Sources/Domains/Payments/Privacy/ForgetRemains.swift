import Carts
import Checkouts
import Crypto
import Idempotency
import Merchants
import Postgres
import Vocabulary

/// Erases the buyers of locked checkouts. Open checkouts are canceled.
struct ForgetRemains: Sendable {
    let remains: [Remains]
    let merchant: MerchantNumber
    let keys: KeyRing
    let now: Instant

    init(_ remains: [Remains], of merchant: MerchantNumber, keys: KeyRing, now: Instant) {
        self.remains = remains
        self.merchant = merchant
        self.keys = keys
        self.now = now
    }

    func callAsFunction(
        in transaction: Transaction, cancel: (Sheet.ID) -> CancelCheckout
    ) throws {
        guard !remains.isEmpty else { return }
        let tariffs = try tariffs(in: transaction)
        for open in remains where open.isOpen(at: now) {
            _ = try cancel(open.checkout)(in: transaction)
        }
        let checkouts = remains.map(\.checkout)
        try transaction.later(Remains.forget(tariffs, of: merchant))
        try transaction.later(Remains.forgetQuestions(of: checkouts, of: merchant))
        try transaction.later(Remains.forgetHashes(of: checkouts, of: merchant))
        try transaction.later(
            Claim.forget(scopes: checkouts.map(Sheet.claimScope), of: merchant.value))
    }

    /// Replaces each address by its tariff, under the settings that priced the checkout.
    private func tariffs(
        in transaction: Transaction
    ) throws -> [(checkout: Sheet.ID, tariff: Tariff?)] {
        var known: [Int64: MerchantSettings] = [:]
        return try remains.map { remains in
            guard remains.place != nil else { return (remains.checkout, nil) }
            let version = remains.settingsVersion
            if known[version] == nil {
                known[version] = try Merchant.settings(
                    merchant, version: version, in: transaction)
            }
            return (
                remains.checkout,
                try known[version].flatMap { try remains.tariff(by: $0, keys: keys) }
            )
        }
    }
}
