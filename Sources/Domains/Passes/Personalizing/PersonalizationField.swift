/// A kind of data that Wallet asks a buyer for, by Apple's names (docs/rules/apple.md#7.1).
package enum PersonalizationField: String, CaseIterable, Sendable {
    case name = "PKPassPersonalizationFieldName"
    case postalCode = "PKPassPersonalizationFieldPostalCode"
    case emailAddress = "PKPassPersonalizationFieldEmailAddress"
    case phoneNumber = "PKPassPersonalizationFieldPhoneNumber"

    /// The member in which a missing value is reported.
    var place: String {
        switch self {
        case .name: "fullName"
        case .postalCode: "postalCode"
        case .emailAddress: "emailAddress"
        case .phoneNumber: "phoneNumber"
        }
    }

    /// Returns whether a phone sent the field. A name may consist of any of its parts.
    func isProvided(by formData: [Personalization.Member: String]) -> Bool {
        let members: [Personalization.Member] = self == .postalCode ? [.postalCode] : members
        return members.contains { formData[$0]?.isEmpty == false }
    }

    /// The members of the phone's request for the field.
    var members: [Personalization.Member] {
        switch self {
        case .name: [.fullName, .givenName, .familyName]
        case .postalCode: [.postalCode, .countryCode]
        case .emailAddress: [.emailAddress]
        case .phoneNumber: [.phoneNumber]
        }
    }
}
