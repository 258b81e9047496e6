/// How much a checkout may hold, and why no more.
package enum CheckoutLimits {
    /// More than anyone buys with one touch; each is priced at every update.
    package static let itemsMax = 200
    /// A sheet is a summary on a phone's screen; Apple advises a handful.
    package static let linesMax = 100
    /// Longer texts are cut off by the sheet.
    package static let labelLengthMax = 128
    package static let nameLengthMax = 256
    /// Enough for a description of two sentences.
    package static let detailLengthMax = 256
    /// So that a mistyped quantity is refused rather than charged.
    package static let quantityMax: Int64 = 1_000_000
    /// The sheet shows one list; nobody scrolls further.
    package static let methodsMax = 50
    /// Names of ours and of the merchant's own systems.
    package static let identifierLengthMax = 128
    /// The number of countries in ISO 3166-1.
    package static let countriesMax = 249
    /// Apple's own limit.
    package static let billingAgreementLengthMax = 500
    /// It travels with each payment; only its hash comes back.
    package static let applicationDataLengthMax = 4096
    /// A marketplace's cart: each merchant gets a token of its own.
    package static let tokenContextsMax = 50
    package static let referenceLengthMax = 200
    package static let metadataMax = 50
    package static let metadataKeyLengthMax = 40
    package static let metadataValueLengthMax = 500
    /// A buyer who needs longer gets a new checkout with today's prices.
    package static let lifeSecondsMax: Int64 = 30 * 86_400
    /// Apple has no limit; a count beyond this is a mistake of units.
    package static let intervalCountMax: Int64 = 1000
    /// Far above the versions there are; what we do not know of the newest is the same as 14.
    package static let clientVersionMax: Int64 = 99
}
