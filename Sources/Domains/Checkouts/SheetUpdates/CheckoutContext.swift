import Crypto
import Merchants
import Vocabulary

/// Input of every verb on one checkout: who calls, with which settings, and when.
package struct CheckoutContext: Sendable {
    package let checkout: CheckoutSession.ID
    /// The generation of the client secret; nil if the merchant's server calls.
    package let generation: Int?
    package var merchant: Merchant
    package let keys: KeyRing
    package let requestID: String
    /// The language of the sheet's lines.
    package let language: Language
    /// The identifier of the timeline's entry.
    package let entry: UUID128
    package let moment: Moment
    /// The version of Apple Pay JS with which the browser shows the sheet, if it named one.
    package var clientVersion: Int?

    package init(
        checkout: CheckoutSession.ID, generation: Int?, merchant: Merchant, keys: KeyRing,
        requestID: String, language: Language, moment: Moment
    ) {
        self.checkout = checkout
        self.generation = generation
        self.merchant = merchant
        self.keys = keys
        self.requestID = requestID
        self.language = language
        entry = moment.identifier()
        self.moment = moment
    }

    package var now: Instant { moment.now }

    package func identifier() -> UUID128 { moment.identifier() }
}
