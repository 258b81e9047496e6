import Merchants
import Vocabulary

/// The terms that a merchant's server sets when it starts a shared order; they never change.
package struct SharedOrderTerms: Hashable, Sendable {
    package let title: String
    package let currency: Currency
    /// The country of the sale; nil for the country in the merchant's settings.
    package let country: Country?
    package let menu: Menu
    package let participantsMax: Int64
    /// The limit of one participant's choices, without fees.
    package let perPersonMax: Money?
    /// The limit of all choices together, without fees.
    package let totalMax: Money?
    package let fees: [Fee]
    package let tax: Tax?
    package let deadlineAt: Instant
    /// True if a choice counts only once its message was sent.
    package let countsWhenSent: Bool
    package let payers: [SharedOrder.Payers]
    /// The merchant's own reference for the order.
    package let reference: String?
    /// The identifier of the type of pass that participants get once the order is paid; nil for no
    /// passes.
    package let passType: String?

    package struct Fee: Hashable, Sendable {
        package let label: String
        package let amount: Money
    }

    package struct Tax: Hashable, Sendable {
        package let label: String
        package let rate: Rate
        /// True if prices and fees include the tax.
        package let isIncluded: Bool
    }
}
