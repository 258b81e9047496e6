/// Size limits of a merchant's settings: they are read as a whole and searched at each sheet
/// update.
package enum SettingsLimits {
    /// Several times the number of states and other regions that levy taxes.
    package static let taxRatesMax = 1000
    package static let taxCodesMax = 100
    package static let taxCodeLengthMax = 64
    /// More zones than carriers distinguish.
    package static let zonesMax = 100
    package static let areasMax = 250
    /// The number of countries in ISO 3166-1.
    package static let countriesMax = 249
    package static let regionsMax = 100
    package static let postalCodesMax = 500
    /// The world's longest postal codes have ten characters.
    package static let postalCodeLengthMax = 10
    package static let methodsMax = 20
    package static let pricesMax = 20
    /// A longer delivery time is a pre-order.
    package static let windowDaysMax: Int64 = 365
    package static let labelLengthMax = 128
    package static let detailLengthMax = 256
    package static let identifierLengthMax = 64
    package static let domainsMax = 99
    /// RFC 1035.
    package static let domainLengthMax = 253
    /// Apple's limit for a display name.
    package static let nameLengthMax = 64
    package static let messagesMax = 500
    package static let messageLengthMax = 500
}
