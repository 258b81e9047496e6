/// What Wallet asks a buyer for, by Apple's names of it (contracts 7.1).
package enum PersonalizationField: String, CaseIterable, Sendable {
    case name = "PKPassPersonalizationFieldName"
    case postalCode = "PKPassPersonalizationFieldPostalCode"
    case emailAddress = "PKPassPersonalizationFieldEmailAddress"
    case phoneNumber = "PKPassPersonalizationFieldPhoneNumber"

    /// What a phone tells then.
    var members: [Personalization.Member] {
        switch self {
        case .name: [.fullName, .givenName, .familyName]
        case .postalCode: [.postalCode, .countryCode]
        case .emailAddress: [.emailAddress]
        case .phoneNumber: [.phoneNumber]
        }
    }
}
