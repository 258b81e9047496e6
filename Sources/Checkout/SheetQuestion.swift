import Crypto
import Merchants
import Vocabulary

/// What every question of a sheet brings along, whatever it asks.
package struct SheetQuestion: Sendable {
    package let checkout: Sheet.ID
    /// Of the client secret; nothing when the merchant's server asks.
    package let generation: Int?
    package var merchant: Merchant
    package let keys: KeyRing
    package let requestID: String
    /// In which the sheet's lines are named.
    package let language: Language
    /// The identifier of the timeline's entry.
    package let entry: UUID128
    package let now: Instant
    /// For what else is written: the holds and events of balances that pay.
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        checkout: Sheet.ID, generation: Int?, merchant: Merchant, keys: KeyRing,
        requestID: String, language: Language, entry: UUID128, now: Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.checkout = checkout
        self.generation = generation
        self.merchant = merchant
        self.keys = keys
        self.requestID = requestID
        self.language = language
        self.entry = entry
        self.now = now
        self.identify = identify
    }
}
