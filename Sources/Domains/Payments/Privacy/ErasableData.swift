import Carts
import Checkouts
import Crypto
import Customers
import JSON
import Merchants
import Vocabulary

/// The part of a checkout that the erasure of its buyer needs.
///
/// Erasure deletes the data key with all that it sealed, and the hashes of an email or contacts.
/// Goods, payments and refunds stay: docs/decisions/0014.
struct ErasableData: Sendable {
    let checkout: CheckoutSession.ID
    let state: CheckoutSession.State
    let expiresAt: Instant
    let request: CheckoutRequest
    let settingsVersion: Int64
    let key: [UInt8]?
    let place: [UInt8]?

    /// True if it has to be canceled: it is unpaid and could still be paid.
    func isOpen(at now: Instant) -> Bool { state == .open && now < expiresAt && key != nil }

    /// The addresses as price rules; nil if no address was known.
    func tariff(by settings: MerchantSettings, keys: KeyRing) throws -> Tariff? {
        let places = try Seal.open(key, of: checkout, keys: keys)?.places(place) ?? Places()
        return places.isEmpty ? nil : Tariff(places, of: request, settings)
    }
}
