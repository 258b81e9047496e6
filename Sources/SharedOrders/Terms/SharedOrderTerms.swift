import Merchants
import Vocabulary

/// What a merchant's server says of a shared order when it starts: never changed.
package struct SharedOrderTerms: Hashable, Sendable {
    package let title: String
    package let currency: Currency
    /// Where the merchant does business; that of the merchant's settings where it is not given.
    package let country: Country?
    package let menu: Menu
    package let participantsMax: Int64
    /// For what one person may choose, without fees.
    package let perPersonMax: Money?
    /// For what all may choose together, without fees.
    package let totalMax: Money?
    package let fees: [Fee]
    package let tax: Tax?
    package let deadlineAt: Instant
    /// Whether a choice counts only when its message was sent.
    package let countsWhenSent: Bool
    package let payers: [SharedOrder.Payers]
    /// The merchant's own name for it.
    package let reference: String?
    /// The identifier of the type of the passes that those who took part get once it is paid; nothing where they get none.
    package let passType: String?

    package struct Fee: Hashable, Sendable {
        package let label: String
        package let amount: Money
    }

    package struct Tax: Hashable, Sendable {
        package let label: String
        package let rate: Rate
        /// Whether prices and fees hold it already.
        package let isIncluded: Bool
    }
}
