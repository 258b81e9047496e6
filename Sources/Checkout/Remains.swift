import Crypto
import Customers
import JSON
import Merchants
import Vocabulary

/// What a checkout keeps of its buyer, as far as forgetting them has to know it.
///
/// Forgotten are the data key and all that it sealed, and the hashes that an e-mail or the contacts went
/// into. What was sold, paid and given back stays: docs/decisions/0014.
struct Remains: Sendable {
    let checkout: Sheet.ID
    let state: Sheet.State
    let expiresAt: Instant
    let currency: Currency
    let settingsVersion: Int64
    let key: [UInt8]?
    let place: [UInt8]?

    /// Whether there is something to cancel: nothing is paid, and it may be paid still.
    func isOpen(at now: Instant) -> Bool { state == .open && now < expiresAt && key != nil }

    /// What the place meant for the price; nothing where there was no place.
    func tariff(by settings: MerchantSettings, keys: KeyRing) throws -> Tariff? {
        try Seal.open(key, of: checkout, keys: keys)?.place(place).map {
            Tariff($0, currency, settings)
        }
    }
}
