/// Limits of a checkout, with their reasons.
package enum CheckoutLimits {
    /// More than a buyer purchases with one touch; each is priced at every update.
    package static let itemsMax = 200
    /// A sheet is a summary on a phone's screen; Apple advises a handful.
    package static let linesMax = 100
    /// The sheet truncates longer texts.
    package static let labelLengthMax = 128
    package static let nameLengthMax = 256
    /// Enough for a description of two sentences.
    package static let detailLengthMax = 256
    /// A mistyped quantity is refused rather than charged.
    package static let quantityMax: Int64 = 1_000_000
    /// The sheet shows one list, and buyers do not scroll further.
    package static let methodsMax = 50
    /// Identifiers of ours and of the merchant's own systems.
    package static let identifierLengthMax = 128
    /// Apple's own limit.
    package static let billingAgreementLengthMax = 500
    /// It is sent with each payment; only its hash returns.
    package static let applicationDataLengthMax = 4096
    /// A marketplace's cart: each merchant gets its own token.
    package static let tokenContextsMax = 50
    package static let referenceLengthMax = 200
    package static let metadataMax = 50
    package static let metadataKeyLengthMax = 40
    package static let metadataValueLengthMax = 500
    /// A buyer who needs longer gets a new checkout with today's prices.
    package static let lifeSecondsMax: Int64 = 30 * 86_400
    /// Apple has no limit; a larger count is a mistake of units.
    package static let intervalCountMax: Int64 = 1000
    /// Far above the existing versions; newer versions are treated like 14.
    package static let clientVersionMax: Int64 = 99
}
