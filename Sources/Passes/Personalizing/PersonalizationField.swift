/// What Wallet asks a buyer for, by Apple's names of it (contracts 7.1).
package enum PersonalizationField: String, CaseIterable, Sendable {
    case name = "PKPassPersonalizationFieldName"
    case postalCode = "PKPassPersonalizationFieldPostalCode"
    case emailAddress = "PKPassPersonalizationFieldEmailAddress"
    case phoneNumber = "PKPassPersonalizationFieldPhoneNumber"

    /// Where what is missing is told of.
    var place: String {
        switch self {
        case .name: "fullName"
        case .postalCode: "postalCode"
        case .emailAddress: "emailAddress"
        case .phoneNumber: "phoneNumber"
        }
    }

    /// Whether a phone has told it. Names are told in whatever parts people have.
    func isTold(by told: [Personalization.Member: String]) -> Bool {
        let members: [Personalization.Member] = self == .postalCode ? [.postalCode] : members
        return members.contains { told[$0]?.isEmpty == false }
    }

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
