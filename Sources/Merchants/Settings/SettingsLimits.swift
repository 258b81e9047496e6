/// How much a merchant's settings may hold: they are read whole and looked through at each update.
package enum SettingsLimits {
    /// Every state, and every region that taxes by itself, several times over.
    package static let taxRatesMax = 1000
    package static let taxCodesMax = 100
    package static let taxCodeLengthMax = 64
    /// More places than carriers tell apart.
    package static let zonesMax = 100
    package static let areasMax = 250
    package static let regionsMax = 100
    package static let postalCodesMax = 500
    /// The longest postal code of the world has ten characters.
    package static let postalCodeLengthMax = 10
    package static let methodsMax = 20
    package static let pricesMax = 20
    /// A delivery that takes longer is a pre-order.
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
